import { reportTransferToWire, transferFieldToWire } from '@glasshouse/core/deposits/codec'
import type { DepositLimits } from '@glasshouse/core/deposits/judge'
import type { Network } from '@glasshouse/core/deposits/networks'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { type ReportMistakes, type TransferReport, validateReport } from './report.ts'

const empty: TransferReport = { money: '', hash: '', from: '', url: null }

/** Messages for field issues. */
const useWords = (network: Network, { min, max }: DepositLimits) => {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const amount = (limit: Usdt | null): string => (limit === null ? '' : figures.plain(formatUsdt(limit)))
  return {
    money: {
      enter: t('recharge.enter'),
      wrong: t('recharge.wrong'),
      min: t('recharge.min', { min: amount(min) }),
      max: t('recharge.max', { max: amount(max) }),
    },
    hash: { enter: t('digital.hashMissing'), wrong: t(`digital.hashWrong.${network}`) },
    from: { wrong: t('digital.fromWrong') },
  } as const
}

const fieldOfRefusal = (data: Readonly<Record<string, unknown>>): keyof ReportMistakes | null => {
  if (data.field === transferFieldToWire('hash') || data.reason === 'hashUsed') return 'hash'
  if (data.field === transferFieldToWire('sender')) return 'from'
  return data.field === transferFieldToWire('amount') || data.min !== undefined ? 'money' : null
}

/** Form state of a transfer report: values, issues and submission. */
export const useTransferReport = (network: Network, limits: DepositLimits) => {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const sentence = useSentence()
  const words = useWords(network, limits)
  const [form, setForm] = useState(empty)
  const [isSubmitted, setSubmitted] = useState(false)
  const pay = useMutation('/api/pay/payDigital')
  const plan = validateReport(network, form, limits)
  const refused = pay.error?.key === 'refused' ? fieldOfRefusal(pay.error.data) : null
  const refusal = pay.error?.data.reason === 'hashUsed' ? t('digital.hashUsed') : sentence(pay.error)
  const { money, hash, from } = plan.mistakes
  /** Empty fields show no error before the first submission. */
  const showsIssue = (field: 'money' | 'hash' | 'from') => isSubmitted || form[field].trim() !== ''
  return {
    form,
    plan,
    busy: pay.busy,
    change: (part: Partial<TransferReport>) => {
      setForm((last) => ({ ...last, ...part }))
      pay.forget()
    },
    errors: {
      money: refused === 'money' ? refusal : money && showsIssue('money') ? words.money[money] : undefined,
      hash: refused === 'hash' ? refusal : hash && showsIssue('hash') ? words.hash[hash] : undefined,
      from: refused === 'from' ? refusal : from && showsIssue('from') ? words.from[from] : undefined,
    },
    problem: refused === null ? refusal : undefined,
    send: async () => {
      setSubmitted(true)
      if (plan.command === null) return
      if ((await pay.run(reportTransferToWire(plan.command))) === null) return
      setForm(empty)
      setSubmitted(false)
      showToast({
        title: t('digital.done', { amount: figures.plain(formatUsdt(plan.command.amount)) }),
        text: t('digital.doneText'),
      })
    },
  }
}
export type ReportState = ReturnType<typeof useTransferReport>
