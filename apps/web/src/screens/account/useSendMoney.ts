import type { DataOf } from '@glasshouse/core/calls'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { RecipientKind } from '@glasshouse/core/wallets/codec'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { dialCodeOf, noPhone } from '../../components/PhoneField.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { placeOfSendRefusal, type SendField, validateInternalTransfer } from './sending.ts'

const empty = { way: 'uid' as RecipientKind, uid: '', email: '', phone: noPhone, amount: '', password: '' }

/** Sending in two steps: first the server names the recipient, then it is sent. */
export const useSendMoney = (has: Usdt, onDone: () => void) => {
  const { t } = useTranslation('mine')
  const figures = useFormatters()
  const sentence = useSentence()
  const [form, setForm] = useState(empty)
  const [tried, setTried] = useState(false)
  const [named, setNamed] = useState<DataOf<'/api/user/transferRecipient'> | null>(null)
  const asking = useMutation('/api/user/transferRecipient')
  const sending = useMutation('/api/user/internalTransfer')
  const plan = validateInternalTransfer(
    { ...form, dialCode: dialCodeOf(form.phone), number: form.phone.number },
    has,
  )
  const error = sending.error ?? asking.error
  const refused = placeOfSendRefusal(error)
  const back = () => setNamed(null)
  return {
    form,
    plan,
    named,
    back,
    busy: asking.busy || sending.busy,
    change: (part: Partial<typeof form>) => {
      setForm((last) => ({ ...last, ...part }))
      asking.forget()
      sending.forget()
    },
    /** The server's words about a field, or ours once it was tried. */
    errorOf: (field: SendField, ours: string) => {
      if (refused === field) return sentence(error)
      return tried && plan.mistakes[field] ? ours : undefined
    },
    problem: refused === null ? sentence(error) : undefined,
    ask: async (event: FormEvent) => {
      event.preventDefault()
      setTried(true)
      sending.forget()
      if (plan.recipient !== null) setNamed(await asking.run(plan.recipient))
    },
    send: async (event: FormEvent) => {
      event.preventDefault()
      if (plan.request === null || plan.amount === null || named === null) return
      // Refused about a field: back to where that stands.
      if ((await sending.run(plan.request)) === null) return back()
      showToast({
        title: t('send.done', { amount: figures.plain(formatUsdt(plan.amount)) }),
        text: t('send.doneText', { name: named.name, account: named.account }),
      })
      onDone()
    },
  }
}
