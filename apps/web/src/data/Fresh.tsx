import { changed } from './query.ts'
import { usePrivateEvents } from './stream.ts'

/** While mounted, every private event and every gap of the stream refetches the customer's data. */
export default function Fresh() {
  usePrivateEvents(changed, changed)
  return null
}
