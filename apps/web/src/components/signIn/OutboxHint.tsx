import { Button } from '@glasshouse/ui/Button'
import { useState } from 'react'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** In practice mode no mail is sent: this fetches the code from the outbox instead. */
export function OutboxHint({ address, onCode }: { address: string; onCode: (code: string) => void }) {
  const { t } = useTranslation('account')
  const outbox = useMutation('/api/practice/outbox')
  const [none, setNone] = useState(false)
  const fetchCode = async () => {
    const messages = await outbox.run({ to: address })
    const code = messages?.find((message) => message.code !== undefined)?.code
    setNone(code === undefined)
    if (code !== undefined) onCode(code)
  }
  return (
    <>
      <span>
        <b>{t('practice.title')}</b> {t('practice.outbox')}
      </span>
      <Button size="s" busy={outbox.busy && t('practice.fetching')} onClick={fetchCode}>
        {t('practice.fetchCode')}
      </Button>
      {none && <span role="alert">{t('practice.noCode')}</span>}
    </>
  )
}
