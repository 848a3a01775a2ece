import { CoinMark } from '@glasshouse/ui/CoinMark'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Loaded } from '../../../live/query.ts'
import { useFigures } from '../../../parts/figures.ts'
import { ListFailed } from '../../../parts/ListFailed.tsx'
import { paths } from '../../../paths.ts'
import { Amount } from '../Amount.tsx'
import type { CoinRow, ProductRow } from '../holdings.ts'
import { useCodeOf } from '../useCodeOf.ts'
import styles from './PhoneAssets.module.css'

type Row = CoinRow | ProductRow

/** Coins or products in rows of two lines; a touch leads to selling one. */
export function PhoneCoins({ list, empty }: { list: Loaded<readonly Row[]>; empty: ReactNode }) {
  if (list.data === undefined)
    return list.error ? (
      <ListFailed list={list} />
    ) : (
      <div aria-busy="true">
        <Skeleton width="100%" height={60} />
        <Skeleton width="100%" height={60} />
      </div>
    )
  if (list.data.length === 0) return empty
  return (
    <ul>
      {list.data.map((row) => (
        <li key={row.id}>
          {row.id === 0 ? (
            <div className={styles.coin}>
              <Lines row={row} />
            </div>
          ) : (
            <Link href={paths.exchange({ coin: String(row.id) })} className={styles.coin}>
              <Lines row={row} />
              <Icon name="right" size={16} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Lines({ row }: { row: Row }) {
  const { t } = useTranslation('assets')
  const figures = useFigures()
  const codeOf = useCodeOf()
  return (
    <>
      <CoinMark code={codeOf(row.ptitle)} />
      <span className={styles.what}>
        <b>{row.ptitle}</b>
        <span className={styles.small}>{row.price === null ? t('noPrice') : figures.plain(row.price)}</span>
      </span>
      <span className={styles.worth}>
        <b>
          <Amount text={row.amount} />
        </b>
        <span className={styles.small}>{row.value === null ? '—' : <Amount text={row.value} />} $</span>
      </span>
    </>
  )
}
