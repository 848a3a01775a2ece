import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { hoursAndMinutes } from '../../components/hoursAndMinutes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

const two = (count: number): string => String(count).padStart(2, '0')

/** Time until an instant as hours, minutes and seconds; a word once it has passed. */
export function Countdown({ until }: { until: number }) {
  const { t } = useTranslation('invest')
  const leftMs = until - useCalendarNow(1000)
  if (leftMs <= 0) return <>{t('history.dueNow')}</>
  const { hours, minutes } = hoursAndMinutes(leftMs)
  return (
    <time dateTime={new Date(until).toISOString()}>
      {hours}:{two(minutes)}:{two(Math.floor(leftMs / 1000) % 60)}
    </time>
  )
}

/** Returns hours and minutes until an instant as text. */
export const useTimeLeft = (until: number): string => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const { hours, minutes } = hoursAndMinutes(until - useCalendarNow(1000))
  return t('left', { hours: figures.whole(hours), minutes: figures.whole(minutes) })
}
