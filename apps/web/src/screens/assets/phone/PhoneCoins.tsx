import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { Icon } from '@glasshouse/ui/Icon'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { Amount } from '../../../components/holdings/Amount.tsx'
import { ListError } from '../../../components/ListError.tsx'
import type { QueryState } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import type { CoinRow } from '../coinRows.ts'
import { useCoinCode } from '../useCoinCode.ts'

/** Coins or products in two-line rows; a tap opens the sell form. */
export function PhoneCoins({
  list,
  rows,
  empty,
}: {
  list: QueryState<unknown>
  rows: readonly CoinRow[] | undefined
  empty: ReactNode
}) {
  if (rows === undefined)
    return list.error ? (
      <ListError list={list} />
    ) : (
      <div aria-busy="true">
        <Skeleton width="100%" height={60} />
        <Skeleton width="100%" height={60} />
      </div>
    )
  if (rows.length === 0) return empty
  return (
    <ul className={listRowsClass}>
      {rows.map((row) => (
        <li key={row.id ?? row.title}>
          {row.id === null ? (
            <div className={listRowClass}>
              <Lines row={row} />
            </div>
          ) : (
            <Link href={paths.exchange({ coin: String(row.id) })} className={listRowClass}>
              <Lines row={row} after={<Icon name="right" size={16} />} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Lines({ row, after }: { row: CoinRow; after?: ReactNode }) {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const codeOf = useCoinCode()
  return (
    <ListRow
      mark={<CoinIcon code={codeOf(row.title)} />}
      title={row.title}
      text={row.price === null ? t('noPrice') : figures.exactPrice(row.price)}
      value={<Amount amount={row.amount} />}
      note={<>{row.value === null ? '—' : <Amount amount={row.value} />} $</>}
      after={after}
    />
  )
}
