import type { RecordPoint } from '@glasshouse/core/invest/copy/leads/codec'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Curve } from '../curve/Curve.tsx'
import { useFormatters } from '../formatters.ts'
import { recordDays } from './recordDays.ts'

/** The index of a lead wallet by day, with its distance from the highest value; nothing without a day. */
export function RecordCurve({ points }: { points: readonly RecordPoint[] }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const days = recordDays(points)
  if (days.length === 0) return null
  const words = (at: number) => {
    const day = days[at]
    return {
      day: figures.day(day?.startMs ?? 0),
      change: figures.percent(day?.value ?? 0n, 'always'),
      fall: figures.percent(day?.drawdown ?? 0n),
    }
  }
  return (
    <Curve
      label={t('chart.day')}
      days={days}
      mark={(hundredths) => figures.percent(hundredths)}
      day={figures.day}
      note={(at) => {
        const { day, change, fall } = words(at)
        return (
          <>
            {day} · <b>{change}</b> · {t('chart.fall', { fall })}
          </>
        )
      }}
      sentence={(at) => t('chart.sentence', words(at))}
    />
  )
}
