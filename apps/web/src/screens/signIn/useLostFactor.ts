import { type AddressKind, identityFieldFromWire } from '@glasshouse/core/identity/codec'
import { useState } from 'react'
import { useCaptchaMutation } from '../../components/captcha/useCaptchaMutation.ts'
import { dialCodeOf, noPhone } from '../../components/PhoneField.tsx'
import { useCode } from '../../components/signIn/useCode.ts'
import { lostFactorRequest, validateLostFactor } from './lostFactor.ts'
import { resetCodeRequest } from './resetPassword.ts'
import { addressOf } from './signIn.ts'
import { useCodeForm } from './useCodeForm.ts'

const empty = {
  way: 'email' as AddressKind,
  email: '',
  phone: noPhone,
  password: '',
  code: '',
  documentNumber: '',
}

/** The form that asks for a lost second factor to be taken away: what stands in it, the code, and sending it. */
export const useLostFactor = () => {
  const [form, setTyped] = useState(empty)
  const [needsDocumentNumber, setNeedsDocumentNumber] = useState(false)
  const [until, setUntil] = useState<number | null>(null)
  const filled = { ...form, dialCode: dialCodeOf(form.phone), number: form.phone.number }
  const code = useCode(addressOf(filled), resetCodeRequest(filled))
  const command = useCaptchaMutation('/api/user/lostFactor')
  const asksDocumentNumber = identityFieldFromWire(command.error?.data.field) === 'documentNumber'
  // Once asked for, the field stays.
  if (asksDocumentNumber && !needsDocumentNumber) setNeedsDocumentNumber(true)
  const checked = useCodeForm<typeof form, keyof ReturnType<typeof validateLostFactor>>({
    way: form.way,
    setTyped,
    mistakes: validateLostFactor(filled),
    code,
    command,
    setsPassword: false,
    send: async () => {
      const answer = await command.run(lostFactorRequest(filled))
      if (answer !== null) setUntil(answer.until)
    },
  })
  return { form, until, needsDocumentNumber, checking: command.checking, ...checked }
}
