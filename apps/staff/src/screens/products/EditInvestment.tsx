import { type StaffProduct, savedProductFromWire } from '@glasshouse/core/invest/products/staff/codec'
import { type ClaimName, claimNames, type TextName, textNames } from '@glasshouse/core/invest/productTexts'
import { type Language, languages } from '@glasshouse/core/wire/languages'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import { languageNames } from '../../words/languageNames.ts'
import { CycleFields } from './CycleFields.tsx'
import {
  draftOfProduct,
  draftProblem,
  emptyDraft,
  type InvestDraft,
  newCycle,
  saveRequest,
} from './investDraft.ts'
import styles from './Products.module.css'

type Change = (part: Partial<InvestDraft>) => void

/** Terms, cycles, texts and claims of an investment product. */
export function EditInvestment({ product, onClose }: { product: StaffProduct | 'new'; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/productSave')
  const isNew = product === 'new'
  const [draft, setDraft] = useState(isNew ? emptyDraft : draftOfProduct(product))
  const change: Change = (part) => setDraft({ ...draft, ...part })
  const act = async () => {
    const done = await command.run(saveRequest(isNew ? null : product.id, draft))
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
    reload('/staff/api/productList', '/staff/api/investBook')
    onClose()
  }
  return (
    <ConfirmDialog
      size="wide"
      title={isNew ? 'Add an investment product' : product.name}
      consequence="Future sales only; every order keeps the terms it was sold with. A raise of a rate or of the redemption fee waits for a second manager who saves the same terms."
      act={isNew ? 'Add' : 'Save'}
      busy={command.busy && 'Saving'}
      problem={command.problem}
      locked={draftProblem(draft)}
      onAct={() => void act()}
      onClose={onClose}
    >
      <TermFields draft={draft} change={change} isNew={isNew} />
      {draft.cycles.map((cycle, index) => (
        <CycleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a cycle is identified by its position
          key={index}
          number={index + 1}
          cycle={cycle}
          onChange={(next) =>
            change({ cycles: draft.cycles.map((known, at) => (at === index ? next : known)) })
          }
          onRemove={() => change({ cycles: draft.cycles.filter((_, at) => at !== index) })}
        />
      ))}
      <Button size="s" onClick={() => change({ cycles: [...draft.cycles, newCycle] })}>
        Add a cycle
      </Button>
      <TextFields draft={draft} change={change} />
      <ClaimFields draft={draft} change={change} />
    </ConfirmDialog>
  )
}

function TermFields({ draft, change, isNew }: { draft: InvestDraft; change: Change; isNew: boolean }) {
  return (
    <>
      {isNew && (
        <SegmentedControl
          label="Kind"
          options={[
            { value: 'yield', label: 'Own money' },
            { value: 'experience', label: 'Trial funds' },
          ]}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
        />
      )}
      <div className={styles.pair}>
        <Field label="Name" maxLength={40} value={draft.name} onChange={(name) => change({ name })} />
        <Field
          label="Remark"
          limits="at most 200 letters"
          maxLength={200}
          value={draft.remark}
          onChange={(remark) => change({ remark })}
        />
        <Field
          label="Picture"
          limits="a path, or empty"
          value={draft.pictureUrl}
          onChange={(pictureUrl) => change({ pictureUrl })}
        />
        <NumberField
          label="Place"
          limits="in the list"
          whole
          value={draft.position}
          onChange={(position) => change({ position })}
        />
        <NumberField
          label="Sale limit"
          limits="0 none"
          unit="USDT"
          value={draft.quota}
          onChange={(quota) => change({ quota })}
        />
        <NumberField
          label="Redeemable after"
          limits="midnights; all of the cycle: never"
          whole
          value={draft.redeemDays}
          onChange={(redeemDays) => change({ redeemDays })}
        />
        <NumberField
          label="Redemption fee"
          limits="of the interest so far"
          unit="%"
          value={draft.redeemFee}
          onChange={(redeemFee) => change({ redeemFee })}
        />
      </div>
      <SaleFields draft={draft} change={change} />
    </>
  )
}

function SaleFields({ draft, change }: { draft: InvestDraft; change: Change }) {
  return (
    <div className={styles.pair}>
      <SegmentedControl
        label="On sale"
        options={[
          { value: '1', label: 'On sale' },
          { value: '0', label: 'Not on sale' },
        ]}
        value={draft.onSale}
        onChange={(onSale) => change({ onSale })}
      />
      <SegmentedControl
        label="Featured"
        options={[
          { value: '1', label: 'Featured' },
          { value: '0', label: 'Not featured' },
        ]}
        value={draft.featured}
        onChange={(featured) => change({ featured })}
      />
    </div>
  )
}

const textLabels: Readonly<Record<TextName, string>> = {
  source: 'Where the interest comes from',
  risk: 'Risk',
  remark: 'Note',
  introduction: 'About the product',
}

/** Texts in one language at a time; an empty one falls back to the text that ships. */
function TextFields({ draft, change }: { draft: InvestDraft; change: Change }) {
  const [lang, setLang] = useState<Language>('en')
  const texts = draft.texts[lang] ?? {}
  return (
    <>
      <Select
        label="Texts in"
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={lang}
        onChange={setLang}
      />
      {textNames.map((name) => (
        <Field
          key={name}
          label={textLabels[name]}
          limits="may stay empty"
          value={texts[name] ?? ''}
          onChange={(text) => change({ texts: { ...draft.texts, [lang]: { ...texts, [name]: text } } })}
        />
      ))}
    </>
  )
}

const claimLabels: Readonly<Record<ClaimName, string>> = {
  agency: 'Agency',
  custodian: 'Custodian bank',
  supervision: 'Supervision',
  security: 'Security',
}

/** Claims, each shown only together with its source. */
function ClaimFields({ draft, change }: { draft: InvestDraft; change: Change }) {
  return claimNames.map((name) => {
    const claim = draft.claims[name]
    const set = (part: Partial<typeof claim>) =>
      change({ claims: { ...draft.claims, [name]: { ...claim, ...part } } })
    return (
      <div key={name} className={styles.pair}>
        <Field label={`${claimLabels[name]}, claim`} value={claim.text} onChange={(text) => set({ text })} />
        <Field
          label={`${claimLabels[name]}, source`}
          limits="https://"
          value={claim.source}
          onChange={(source) => set({ source })}
        />
      </div>
    )
  })
}
