import type { RequestOf } from '@glasshouse/core/calls'
import type { ReactNode } from 'react'
import { CodeField } from '../../components/signIn/CodeField.tsx'
import { OutboxHint } from '../../components/signIn/OutboxHint.tsx'
import { PracticeNote } from '../../components/signIn/SignInLayout.tsx'
import { useCode } from '../../components/signIn/useCode.ts'
import { useFormError } from '../../components/signIn/useFormError.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'

/** Sending a code that proves an address, with what went wrong about it in words. */
export const useAddressCode = (address: string, request: RequestOf<'/api/user/sendVerifyCode'>) => {
  const problem = useFormError()
  const code = useCode(address, request)
  return { ...code, problem: problem(code.error) }
}

/** The six digits sent to an address; in practice mode with the button that reads them from the outbox. */
export function AddressCode({
  code,
  value,
  onChange,
  onSend,
  error,
  note,
}: {
  code: ReturnType<typeof useAddressCode>
  value: string
  onChange: (text: string) => void
  onSend: () => void
  error?: ReactNode
  /** What is said before the code was sent. */
  note?: ReactNode
}) {
  const { t } = useTranslation('account')
  return (
    <>
      <CodeField
        value={value}
        onChange={onChange}
        onSend={onSend}
        busy={code.busy}
        checking={code.checking}
        left={code.left}
        note={code.sentTo ? t('code.sentTo', { address: code.sentTo }) : note}
        error={error}
      />
      {isPractice && code.sentTo && (
        <PracticeNote>
          <OutboxHint address={code.sentTo} onCode={onChange} />
        </PracticeNote>
      )}
    </>
  )
}
