import { savedProductFromWire } from '@glasshouse/core/invest/products/staff/codec'
import { Field } from '@glasshouse/ui/Field'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import {
  type CopyDraft,
  type CopyProduct,
  copyDraftOf,
  copyFields,
  copyLabels,
  copyProblem,
  copyRequest,
  emptyCopyDraft,
} from './copyDraft.ts'
import styles from './Products.module.css'

/** Terms of a copy product. */
export function EditCopy({ product, onClose }: { product: CopyProduct | 'new'; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/productSave')
  const isNew = product === 'new'
  const [draft, setDraft] = useState<CopyDraft>(isNew ? emptyCopyDraft : copyDraftOf(product))
  const act = async () => {
    const done = await command.run(copyRequest(isNew ? null : product.id, draft))
    const saved = done === null ? null : savedProductFromWire(done)
    if (saved === null) return
    showToast(
      saved.isProposed
        ? {
            title: `${saved.name} waits for a second manager`,
            text: 'Nothing is changed until another manager saves the same terms.',
          }
        : { title: `${saved.name} is saved` },
    )
    reload('/staff/api/productList')
    onClose()
  }
  return (
    <ConfirmDialog
      size="wide"
      title={isNew ? 'Add a copy product' : product.name}
      consequence="Future sales only; every order keeps the terms it was sold with. A higher fee, levy, leverage or fall at which copying ends waits for a second manager who saves the same terms."
      act={isNew ? 'Add' : 'Save'}
      busy={command.busy && 'Saving'}
      problem={command.problem}
      locked={copyProblem(draft)}
      onAct={() => void act()}
      onClose={onClose}
    >
      <div className={styles.pair}>
        {copyFields
          .filter((field) => isNew || field !== 'leadUid')
          .map((field) => (
            <Field
              key={field}
              label={copyLabels[field].name}
              limits={copyLabels[field].limits}
              value={draft[field]}
              onChange={(text) => setDraft({ ...draft, [field]: text })}
            />
          ))}
        <SegmentedControl
          label="On sale"
          options={[
            { value: '1', label: 'On sale' },
            { value: '0', label: 'Not on sale' },
          ]}
          value={draft.onSale}
          onChange={(onSale) => setDraft({ ...draft, onSale })}
        />
        <SegmentedControl
          label="Featured"
          options={[
            { value: '1', label: 'Featured' },
            { value: '0', label: 'Not featured' },
          ]}
          value={draft.featured}
          onChange={(featured) => setDraft({ ...draft, featured })}
        />
      </div>
    </ConfirmDialog>
  )
}
