import { postStaffTextToWire } from '@glasshouse/core/community/codec'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useId, useState } from 'react'
import { useMutation } from '../../data/query.ts'
import { ConsolePage } from '../../parts/ConsolePage.tsx'
import styles from './Community.module.css'
import { type Draft, type Place, places, readDraft } from './post.ts'

const placeNames: Readonly<Record<Place, string>> = {
  speech: 'Speech',
  comment: 'Comment',
  reply: 'Reply',
}
const empty: Draft = { place: 'speech', parent: '', content: '' }

/** Publishes a text that is marked as written by staff. Texts of customers cannot be edited or written here. */
export default function Community() {
  const [draft, setDraft] = useState(empty)
  const [isTried, setTried] = useState(false)
  const command = useMutation('/staff/api/communityPost')
  const id = useId()
  const read = readDraft(draft)
  const problem = 'problem' in read ? read.problem : null
  const errorText = (isTried ? problem : null) ?? command.problem
  const parent = places.find(({ value }) => value === draft.place)?.parent ?? null
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed })
  const publish = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if ('problem' in read || command.busy) return
    const done = await command.run(postStaffTextToWire(read.command))
    if (done === null) return
    showToast({ title: `${placeNames[draft.place]} ${done.id} is published` })
    setDraft({ ...empty, place: draft.place })
    setTried(false)
  }
  return (
    <ConsolePage
      title="Community"
      note="What you publish is marked as written by staff and is public at once. Customers’ texts are decided in the queue."
    >
      <form className={styles.form} onSubmit={(event) => void publish(event)}>
        <SegmentedControl
          label="Kind of text"
          options={places.map(({ value }) => ({ value, label: placeNames[value] }))}
          value={draft.place}
          onChange={(place) => change({ place })}
        />
        {parent !== null && (
          <Field
            label={`Number of the ${parent}`}
            limits="as in the queue"
            value={draft.parent}
            onChange={(text) => change({ parent: text })}
          />
        )}
        <div className={styles.text}>
          <label htmlFor={id}>Text</label>
          <textarea
            id={id}
            rows={10}
            value={draft.content}
            aria-invalid={(isTried && problem !== null) || undefined}
            aria-describedby={`${id}-problem`}
            onChange={(event) => change({ content: event.target.value })}
          />
        </div>
        {errorText !== null && <FieldError id={`${id}-problem`}>{errorText}</FieldError>}
        <Button variant="primary" type="submit" busy={command.busy && 'Publishing'}>
          Publish
        </Button>
      </form>
    </ConsolePage>
  )
}
