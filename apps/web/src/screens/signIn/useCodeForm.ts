import type { ApiError } from '@glasshouse/client/http'
import type { AddressKind } from '@glasshouse/core/identity/codec'
import { type FormEvent, useState } from 'react'
import type { useCode } from '../../components/signIn/useCode.ts'
import { useFormError } from '../../components/signIn/useFormError.ts'
import { useSentence } from '../../components/useSentence.ts'
import { fieldOfError } from './registration.ts'

/**
 * A form with a code by mail or SMS: which errors it shows, when the code is sent, and when the form is. Fields are
 * checked from the first attempt to send the form on, the address of the code from the first attempt to send the code on.
 */
export const useCodeForm = <Typed extends object, Field extends string>({
  way,
  setTyped,
  mistakes,
  code,
  command,
  setsPassword,
  send,
}: {
  /** Where the code goes; also the field of that address. */
  way: AddressKind
  setTyped: (change: (last: Typed) => Typed) => void
  /** Fields that would be rejected. */
  mistakes: Readonly<Partial<Record<Field, true>>>
  code: ReturnType<typeof useCode>
  command: { readonly busy: boolean; readonly error: ApiError | null; readonly forget: () => void }
  /** Whether the form sets a new password, of which the server only says that it will not do. */
  setsPassword: boolean
  send: () => Promise<void>
}) => {
  const sentence = useSentence()
  const problem = useFormError()
  const [tried, setTried] = useState<'nothing' | 'code' | 'all'>('nothing')
  const refused = fieldOfError(command.error)
  const isWrong = (field: string): boolean => field in mistakes
  return {
    code,
    busy: command.busy,
    change: (part: Partial<Typed>): void => {
      setTyped((last) => ({ ...last, ...part }))
      command.forget()
    },
    /** Error beside a field: the server's sentence, or ours after an attempt. */
    errorOf: (field: Field, words: string): string | undefined => {
      if (field === refused) return setsPassword && field === 'password' ? words : sentence(command.error)
      const isLooked = tried === 'all' || (tried === 'code' && field === way)
      return isLooked && isWrong(field) ? words : undefined
    },
    /** What was rejected without being about one field. */
    problem: refused === null ? (sentence(command.error) ?? problem(code.error)) : undefined,
    sendCode: async (): Promise<void> => {
      if (tried === 'nothing') setTried('code')
      if (!isWrong(way)) await code.ask()
    },
    submit: async (event: FormEvent): Promise<void> => {
      event.preventDefault()
      setTried('all')
      if (Object.keys(mistakes).length === 0) await send()
    },
  }
}
