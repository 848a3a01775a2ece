import type { CoinBalance, CoinWalletBalance } from '@glasshouse/core/wallets/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Table } from '@glasshouse/ui/Table'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { Amount } from '../../components/holdings/Amount.tsx'
import { listErrorOf } from '../../components/ListError.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Assets.module.css'
import { PhoneCoins } from './phone/PhoneCoins.tsx'
import { useCoinCode } from './useCoinCode.ts'

type Row = CoinBalance | CoinWalletBalance

/** Coins, or products of the coin wallet, with quantity, value and a sell button. */
export function CoinTable({
  kind,
  list,
  chosen,
}: {
  kind: 'coins' | 'products'
  list: QueryState<readonly Row[]>
  /** Row with the open sell form. */
  chosen?: number
}) {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const codeOf = useCoinCode()
  const empty = (
    <EmptyState
      icon="exchange"
      title={t(kind === 'coins' ? 'noCoins' : 'noProducts')}
      text={t(kind === 'coins' ? 'noCoinsText' : 'noProductsText')}
    />
  )
  if (site === 'phone') return <PhoneCoins list={list} empty={empty} />
  return (
    <Table<Row>
      caption={t(kind)}
      size="roomy"
      rows={list.data}
      rowKey={(row) => row.id}
      isChosen={(row) => row.id === chosen}
      columns={[
        {
          id: 'coin',
          head: t(kind === 'coins' ? 'coin' : 'product'),
          bone: 120,
          cell: (row) => (
            <span className={styles.coin}>
              <CoinIcon code={codeOf(row.title)} />
              <b>{row.title}</b>
            </span>
          ),
        },
        { id: 'amount', head: t('quantity'), align: 'right', cell: (row) => <Amount text={row.amount} /> },
        {
          id: 'price',
          head: t('price'),
          align: 'right',
          cell: (row) => (row.price === null ? t('noPrice') : figures.plain(row.price)),
        },
        {
          id: 'value',
          head: `${t('value')}, $`,
          align: 'right',
          cell: (row) => (row.value === null ? '—' : <Amount text={row.value} />),
        },
        {
          id: 'act',
          head: <span className="sr-only">{t('exchange.act')}</span>,
          align: 'right',
          bone: 0,
          cell: (row) =>
            row.id !== 0 && (
              <Link href={paths.exchange({ coin: String(row.id) })} className={buttonClass({ size: 's' })}>
                {t('exchange.act')}
              </Link>
            ),
        },
      ]}
      empty={empty}
      failed={listErrorOf(list)}
    />
  )
}
