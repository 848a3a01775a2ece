import { FieldError } from '@glasshouse/ui/FieldError'
import type { ApiError } from '../../../data/api.ts'
import { useSentence } from '../../useSentence.ts'

/** Error of the last command in a dialog. */
export function DialogError({ error }: { error: ApiError | null }) {
  const sentence = useSentence()
  return error && <FieldError>{sentence(error)}</FieldError>
}
