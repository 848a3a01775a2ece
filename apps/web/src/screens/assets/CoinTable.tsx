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
import type { CoinRow } from './coinRows.ts'
import { PhoneCoins } from './phone/PhoneCoins.tsx'
import { useCoinCode } from './useCoinCode.ts'

/** Coins, or products of the coin wallet, with quantity, value and a sell button. */
export function CoinTable({
  kind,
  list,
  rows,
  chosen,
}: {
  kind: 'coins' | 'products'
  list: QueryState<unknown>
  /** Undefined before the list has arrived. */
  rows: readonly CoinRow[] | undefined
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
  if (site === 'phone') return <PhoneCoins list={list} rows={rows} empty={empty} />
  return (
    <Table<CoinRow>
      caption={t(kind)}
      size="roomy"
      rows={rows}
      rowKey={(row) => row.id ?? row.title}
      isChosen={(row) => row.id !== null && row.id === chosen}
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
        { id: 'amount', head: t('quantity'), align: 'right', cell: (row) => <Amount amount={row.amount} /> },
        {
          id: 'price',
          head: t('price'),
          align: 'right',
          cell: (row) => (row.price === null ? t('noPrice') : figures.exactPrice(row.price)),
        },
        {
          id: 'value',
          head: `${t('value')}, $`,
          align: 'right',
          cell: (row) => (row.value === null ? '—' : <Amount amount={row.value} />),
        },
        {
          id: 'act',
          head: <span className="sr-only">{t('exchange.act')}</span>,
          align: 'right',
          bone: 0,
          cell: (row) =>
            row.id !== null && (
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
