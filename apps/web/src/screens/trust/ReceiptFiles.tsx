import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { parseReceipt } from '@glasshouse/core/trust/receipts'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { useState } from 'react'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Trust.module.css'

/** The longest period of one file, in days. */
const days = 365

/** Makes a file of all receipts of a year up to the newest; its link is good for five minutes. */
export function ReceiptFiles({ newest }: { newest: string }) {
  const { t } = useTranslation('trust')
  const sentence = useSentence()
  const { run, busy, error } = useMutation('/api/trust/receipts')
  const [url, setUrl] = useState<string | null>(null)
  // In practice the calendar of the ledger can be ahead of the clock of this device.
  const time = parseReceipt(newest)?.time
  if (time === undefined) return null
  const make = async (): Promise<void> => {
    const answer = await run({ from: dayOf(time - (days - 1) * dayMs), to: dayOf(time) })
    if (answer !== null) setUrl(answer.url)
  }
  return (
    <div className={styles.tools}>
      {url === null ? (
        <Button busy={busy && t('receipt.preparing')} onClick={() => void make()}>
          {t('receipt.files', { days })}
        </Button>
      ) : (
        <a className={buttonClass({ variant: 'primary' })} href={url} download="receipts.jsonl">
          {t('receipt.take')}
        </a>
      )}
      {error && <FieldError>{sentence(error)}</FieldError>}
    </div>
  )
}
