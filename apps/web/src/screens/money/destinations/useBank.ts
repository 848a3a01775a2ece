import {
  type BankField,
  bankFieldFromWire,
  bankToWire,
  type SavedDestinations,
} from '@glasshouse/core/destinations/codec'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { pathInSite } from '../../../paths.ts'
import { bankOf, filledBank, isSameBank, validateBank } from './bankForm.ts'

/** Form state of bank details: values, issues and submission. */
export const useBank = ({ bank: saved }: SavedDestinations) => {
  const { t } = useTranslation('money')
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [form, setForm] = useState(() => bankOf(saved))
  const [isSubmitted, setSubmitted] = useState(false)
  const save = useMutation('/api/user/saveBankCard')
  const mistakes = validateBank(form)
  const refused = bankFieldFromWire(save.error?.data.field)
  return {
    form,
    busy: save.busy,
    isSame: isSameBank(form, bankOf(saved)),
    problem: refused !== undefined ? undefined : sentence(save.error),
    change: (field: BankField, text: string) => {
      setForm((last) => ({ ...last, [field]: text }))
      save.forget()
    },
    errorOf: (field: BankField): string | undefined => {
      if (refused === field) return sentence(save.error)
      const mistake = mistakes[field]
      return isSubmitted && mistake ? t(`bank.wrong.${mistake}`) : undefined
    },
    submit: async (event: FormEvent) => {
      event.preventDefault()
      setSubmitted(true)
      if (Object.keys(mistakes).length > 0) return
      if ((await save.run(bankToWire(filledBank(form)))) === null) return
      showToast({ title: t('bank.saved') })
      const next = pathInSite(search.get('next'))
      if (next !== undefined) navigate(next)
    },
  }
}
export type BankState = ReturnType<typeof useBank>
