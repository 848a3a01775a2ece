import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { CodeField } from './CodeField.tsx'
import { OutboxHint } from './OutboxHint.tsx'
import { PracticeNote } from './SignInLayout.tsx'
import type { useCode } from './useCode.ts'

/** Field for a code by mail or SMS, with the practice outbox below it once a code was sent. */
export function SentCode({
  code,
  value,
  hidesAccount,
  note,
  error,
  onSend,
  onChange,
}: {
  code: Pick<ReturnType<typeof useCode>, 'sentTo' | 'busy' | 'checking' | 'left'>
  value: string
  /** Whether the answer does not show if there is such an account. */
  hidesAccount: boolean
  /** What is said before the code was sent. */
  note?: ReactNode
  error?: ReactNode
  onSend: () => void
  onChange: (text: string) => void
}) {
  const { t } = useTranslation('account')
  const { sentTo } = code
  return (
    <>
      <CodeField
        value={value}
        onChange={onChange}
        onSend={onSend}
        busy={code.busy}
        checking={code.checking}
        left={code.left}
        note={sentTo ? t(hidesAccount ? 'code.sentIfKnown' : 'code.sentTo', { address: sentTo }) : note}
        error={error}
      />
      {isPractice && sentTo && (
        <PracticeNote>
          <OutboxHint address={sentTo} onCode={onChange} />
        </PracticeNote>
      )}
    </>
  )
}
