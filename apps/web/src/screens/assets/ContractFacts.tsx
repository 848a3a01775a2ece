import type { ContractAccount } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { Usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { useShownMargin } from '../../components/contract/useShownMargin.ts'
import { useFormatters } from '../../components/formatters.ts'
import { Amount } from '../../components/holdings/Amount.tsx'
import { ListError } from '../../components/ListError.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Assets.module.css'

/** Figures of one contract wallet, with links. */
export function ContractFacts({
  wallet,
  figures,
  onTransfer,
}: {
  wallet: ContractWallet
  figures: QueryState<ContractAccount>
  onTransfer: () => void
}) {
  const { t } = useTranslation('assets')
  const numbers = useFormatters()
  const account = figures.data
  const { shown } = useShownMargin(wallet)
  const sums: Partial<Record<string, Usdt>> = shown ? { margin: shown.margin, hold: shown.hold } : {}
  if (account === undefined)
    return figures.error ? (
      <ListError list={figures} />
    ) : (
      <div className={styles.inset} aria-busy="true">
        <Skeleton width="100%" height={150} />
      </div>
    )
  const rows = ['balance', 'available', 'margin', 'hold', 'profit'] as const
  return (
    <div className={styles.contract}>
      <DescriptionList
        items={[
          ...rows.map((name) => ({
            id: name,
            label: t(`contract.${name}`),
            value: <Amount amount={account[name]} shown={sums[name]} signed={name === 'profit'} />,
          })),
          {
            id: 'risk',
            label: t('contract.risk'),
            value:
              account.marginLevelPercent === null
                ? t('contract.noPosition')
                : `${numbers.plain(account.marginLevelPercent)}%`,
          },
        ]}
      />
      <div className={styles.acts}>
        <Button onClick={onTransfer}>{t('act.transfer')}</Button>
        <Link href={paths.contract()} className={buttonClass()}>
          {t('contract.open')}
        </Link>
      </div>
    </div>
  )
}
