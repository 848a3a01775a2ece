import { subtractUnits } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { DonutChart, RingLegend, type RingTone } from '@glasshouse/ui/DonutChart'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { Amount } from './Amount.tsx'
import { EarningsToday } from './EarningsToday.tsx'
import { useHidden } from './hidden.ts'
import { type Holdings, type Place, permilleOf } from './holdings.ts'
import styles from './Summary.module.css'

export const ringTones: Readonly<Record<Place, RingTone>> = {
  wallet: 1,
  coins: 5,
  contract: 2,
  contract2: 3,
  coin: 4,
  copy: 6,
}

/** Number of characters of an amount: a long one gets smaller instead of being cut off. */
const lengthOf = (text: string): CSSProperties => ({ '--chars': text.length }) as CSSProperties

/** Donut chart and total of all assets. */
export function Summary({ holdings }: { holdings: Holdings | null }) {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const hidden = useHidden()
  if (holdings === null)
    return (
      <div className={styles.summary} aria-busy="true">
        <Skeleton width={128} height={128} />
        <Skeleton width={200} height={72} />
      </div>
    )
  const { parts, total, free, copy, floating, equity, shown, unpriced } = holdings
  const direction = floating > 0n ? 'up' : floating < 0n ? 'down' : 'flat'
  return (
    <div className={styles.summary}>
      <DonutChart
        parts={parts.map((part) => ({
          id: part.place,
          permille: permilleOf(part.total, total),
          tone: ringTones[part.place],
        }))}
      >
        <b>{figures.whole(Math.floor(permilleOf(free, total) / 10))}%</b>
        {t('free')}
      </DonutChart>
      <div>
        <span className={styles.caption}>{t('total')}</span>
        <strong className={styles.total} style={lengthOf(figures.own(shown.equity))}>
          <Amount amount={equity} shown={shown.equity} />
        </strong>
        <span className={styles.caption}>
          {t('inWallets')}{' '}
          <b>
            <Amount amount={subtractUnits(total, copy)} shown={shown.wallets} />
          </b>
        </span>
        {copy > 0n && (
          <span className={styles.caption}>
            {t('inCopies')}{' '}
            <b>
              <Amount amount={copy} shown={shown.copy} />
            </b>
          </span>
        )}
        <span className={styles.caption}>
          {t('openContracts')}{' '}
          <PriceChange direction={hidden ? 'flat' : direction} arrow={false}>
            <Amount amount={floating} shown={shown.floating} signed />
          </PriceChange>
        </span>
        <span className={styles.caption}>
          {t('ofItFree')}{' '}
          <b>
            <Amount amount={free} />
          </b>
        </span>
        <EarningsToday />
        {unpriced > 0 && <span className={styles.caption}>{t('unpriced', { count: unpriced })}</span>}
      </div>
    </div>
  )
}

/** Legend of the chart with the amount of each part. */
export function NetWorthLegend({ holdings }: { holdings: Holdings | null }) {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const [isOpen, setOpen] = useState(false)
  const parts = holdings?.parts ?? []
  const empty = parts.filter(({ place, total }) => total === 0n && place !== 'wallet').length
  return (
    <>
      <ul className={styles.parts}>
        {parts
          .filter(({ place, total }) => isOpen || total !== 0n || place === 'wallet')
          .map(({ place, total, held }) => (
            <li key={place} className={styles.part}>
              <span className={styles.partName}>
                <RingLegend tone={ringTones[place]} />
                {t(`place.${place}`)}
              </span>
              <b style={lengthOf(figures.own(total))}>
                <Amount amount={total} />
              </b>
              <span className={styles.caption}>
                {held > 0n ? (
                  <>
                    {t('ofItHeld')} <Amount amount={held} />
                  </>
                ) : (
                  t(place === 'copy' ? 'copyText' : 'nothingHeld')
                )}
              </span>
            </li>
          ))}
      </ul>
      {empty > 0 && (
        <div className={styles.fold}>
          <Button size="s" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('fold.hide') : t('fold.show', { count: empty })}
          </Button>
        </div>
      )}
    </>
  )
}
