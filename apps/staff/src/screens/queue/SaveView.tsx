import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { useState } from 'react'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { saveView } from './savedViews.ts'
import { firstView, type QueueView, viewQuery } from './view.ts'

/** Saves the current view under a name, for the sidebar of this browser. */
export function SaveView({ view }: { view: QueueView }) {
  const [name, setName] = useState<string | null>(null)
  const isFirst = Object.keys(viewQuery({ ...view, page: firstView.page })).length === 0
  const save = () => {
    saveView((name ?? '').trim(), view)
    setName(null)
  }
  if (isFirst) return null
  return (
    <>
      <Button size="s" variant="quiet" onClick={() => setName('')}>
        Save view
      </Button>
      {name !== null && (
        <ConfirmDialog
          title="Save this view"
          consequence="Saved in this browser’s sidebar."
          act="Save"
          busy={false}
          problem={null}
          locked={name.trim() === '' ? 'Give it a name.' : null}
          onAct={save}
          onClose={() => setName(null)}
        >
          <Field label="Name" value={name} onChange={setName} maxLength={40} />
        </ConfirmDialog>
      )}
    </>
  )
}
