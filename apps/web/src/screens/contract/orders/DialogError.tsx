import { Problem } from '@glasshouse/ui/Problem'
import type { CallError } from '../../../data/api.ts'
import { useSentence } from '../../../components/useSentence.ts'

/** Why the last press in a dialog was refused. */
export function DialogError({ error }: { error: CallError | null }) {
  const sentence = useSentence()
  return error && <Problem>{sentence(error)}</Problem>
}
