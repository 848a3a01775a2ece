import { type EquityDay, equityFromWire } from '@glasshouse/core/performance/codec'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { Curve } from '../../components/curve/Curve.tsx'
import { useFormatters } from '../../components/formatters.ts'
import { useHidden } from '../../components/holdings/hidden.ts'
import { ListError } from '../../components/ListError.tsx'
import { priceDirection } from '../../components/market/market.ts'
import { Panel } from '../../components/page/Page.tsx'
import { cutOwn, sumShown } from '../../components/shown.ts'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Assets.module.css'

/** What a day added, in parts cut as they are displayed. */
const partsOf = ({ change, result, earned }: EquityDay) => ({
  result: cutOwn(result),
  earned: cutOwn(earned),
  moved: cutOwn(change - result - earned),
})

const ranges = [30, 120, 366] as const

/** Own USDT at the end of each day from the ledger, and what today added. Not drawn while balances are hidden. */
export function BalanceCurve() {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const isHidden = useHidden()
  const [range, setRange] = useState<(typeof ranges)[number]>(30)
  const equity = useDecodedCall('/api/performance/equity', { days: range }, equityFromWire)
  if (isHidden) return null
  const days = equity.data
  const today = days?.at(-1)
  const own = (units: bigint) => figures.own(units, 'always')
  return (
    <Panel
      inset
      title={t('curve.title')}
      beside={
        <SegmentedControl
          className={styles.ranges}
          label={t('curve.range')}
          options={ranges.map((value) => ({
            value,
            label: (value === 366 ? t('curve.year') : t('curve.days', { n: value })).replaceAll(
              ' ',
              '\u00a0',
            ),
          }))}
          value={range}
          onChange={setRange}
        />
      }
    >
      {today === undefined || days === undefined ? (
        equity.error ? (
          <ListError list={equity} />
        ) : (
          <Skeleton width="100%" height={260} />
        )
      ) : (
        <>
          <dl className={styles.today}>
            <div>
              <dt>{t('curve.today')}</dt>
              <dd>
                <PriceChange direction={priceDirection(today.result)} arrow={false}>
                  {own(today.result)}
                </PriceChange>
              </dd>
            </div>
            <div>
              <dt>{t('curve.earned')}</dt>
              <dd>{own(today.earned)}</dd>
            </div>
            <div>
              <dt>{t('curve.moved')}</dt>
              <dd>{own(partsOf(today).moved)}</dd>
            </div>
          </dl>
          <Curve
            label={t('curve.day')}
            days={days.map(({ startMs, balance }) => ({ startMs, value: balance }))}
            mark={(value) => figures.amount(value, 'truncate', 2)}
            day={figures.day}
            note={(at) => t('curve.note', noteOf(days[at]))}
            sentence={(at) => t('curve.note', noteOf(days[at]))}
          />
          <p className={styles.caption}>{t('curve.text')}</p>
        </>
      )}
    </Panel>
  )

  function noteOf(day: typeof today) {
    return {
      day: figures.day(day?.startMs ?? 0),
      balance: figures.own(day?.balance ?? 0n),
      // Displayed parts sum to the displayed change.
      change: own(day === undefined ? 0n : sumShown(Object.values(partsOf(day)))),
    }
  }
}
