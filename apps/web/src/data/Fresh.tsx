import { changed } from './query.ts'
import { usePrivateEvents } from './stream.ts'

/** While it is there, every event of the signed-in customer and every gap of the stream reads what is about them again. */
export default function Fresh() {
  usePrivateEvents(changed, changed)
  return null
}
