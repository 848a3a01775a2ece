import { type StaffRecord, staffRecordFromWire } from '@glasshouse/core/content/codec'
import { type ContentKind, kindSpecs } from '@glasshouse/core/content/records'
import { type Language, languages } from '@glasshouse/core/wire/languages'
import { Button } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import { paths } from '../../paths.ts'
import { languageNames, tagOf } from '../../words/languageNames.ts'
import styles from './Content.module.css'
import { capital, formatIssuePath, stateName, stateNames } from './contentLabels.ts'
import { type Draft, draftOf, emptyDraft, firstIssuePath, requestOf, stateIn } from './draft.ts'
import { Fields, Texts } from './Parts.tsx'
import { Preview } from './Preview.tsx'

/** Editor of a record in all languages, with a preview. */
export function Editor({ kind, record }: { kind: ContentKind; record: StaffRecord | null }) {
  const me = useCurrentStaff()
  const [, navigate] = useLocation()
  const reload = useInvalidate()
  const save = useMutation('/staff/api/contentSave')
  const [draft, setDraft] = useState<Draft>(record ? draftOf(record) : emptyDraft)
  const [lang, setLang] = useState<Language>('en')
  const [deletes, setDeletes] = useState(false)
  const issuePath = firstIssuePath(kind, draft)
  const request = requestOf(kind, record?.id ?? null, draft)
  const rights = managerOnlyReason(me)
  const isVisible = record?.isPublished === true || draft.isPublished
  const lock = saveBlockReason(isVisible ? rights : null, issuePath, request !== null)
  const write = async () => {
    if (request === null) return
    const done = await save.run(request)
    if (done === null) return
    showToast({ title: `Saved: ${stateName(kind, staffRecordFromWire(done).isPublished)}` })
    reload('/staff/api/contentList')
    navigate(paths.content(kind, done.id), { replace: true })
  }
  return (
    <div className={styles.editor}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (lock === null) void write()
        }}
        noValidate
      >
        <div className={styles.top}>
          <Link className={styles.link} href={paths.content(kind)}>
            All of this kind
          </Link>
          <span className={styles.space} />
          {record && (
            <Button
              size="s"
              reason={rights ? true : undefined}
              title={rights ?? undefined}
              onClick={() => setDeletes(true)}
            >
              Delete
            </Button>
          )}
        </div>
        <PublicationState kind={kind} draft={draft} onChange={setDraft} />
        <Fields kind={kind} draft={draft} onChange={setDraft} wrong={issuePath} />
        <LanguageTabs kind={kind} draft={draft} lang={lang} onChange={setLang} />
        <Texts key={lang} kind={kind} draft={draft} lang={lang} onChange={setDraft} wrong={issuePath} />
        {save.problem && <FieldError>{save.problem}</FieldError>}
        <Button type="submit" variant="primary" busy={save.busy && 'Saving'} reason={lock ?? undefined}>
          {kind === 'country' ? 'Save' : draft.isPublished ? 'Save and publish' : 'Save as a draft'}
        </Button>
      </form>
      <section className={styles.preview} aria-label="Preview" lang={tagOf(lang)}>
        <h2 lang="en">As a visitor sees it in {languageNames[lang]}</h2>
        <Preview kind={kind} draft={draft} lang={lang} />
      </section>
      {deletes && record && <Delete kind={kind} id={record.id} onClose={() => setDeletes(false)} />}
    </div>
  )
}

/** Why a record cannot be saved; null if it can. */
const saveBlockReason = (
  rights: string | null,
  issuePath: string | null,
  isPlaced: boolean,
): string | null => {
  if (rights !== null) return 'Only managers can publish or edit published records'
  if (issuePath !== null) return `${formatIssuePath(issuePath)}: ${issueHint(issuePath)}`
  return isPlaced ? null : 'Position must be a whole number'
}

/** What to correct in an invalid field. */
const issueHint = (issuePath: string): string =>
  issuePath === 'fields.picture' || issuePath === 'fields.thumbnail'
    ? 'put a picture up here; pictures of other sites are not shown'
    : 'missing, out of its limits, or a link that is not https'

/** Publication state of a record, and its position in the list. */
function PublicationState({
  kind,
  draft,
  onChange,
}: {
  kind: ContentKind
  draft: Draft
  onChange: (draft: Draft) => void
}) {
  const [off, on] = stateNames(kind)
  return (
    <div className={styles.pair}>
      <SegmentedControl
        label="State"
        options={[
          { value: 'off', label: capital(off) },
          { value: 'on', label: capital(on) },
        ]}
        value={draft.isPublished ? 'on' : 'off'}
        onChange={(state) => onChange({ ...draft, isPublished: state === 'on' })}
      />
      <NumberField
        label="Place"
        layout="inside"
        whole
        value={draft.position}
        onChange={(position) => onChange({ ...draft, position })}
      />
    </div>
  )
}

function LanguageTabs({
  kind,
  draft,
  lang,
  onChange,
}: {
  kind: ContentKind
  draft: Draft
  lang: Language
  onChange: (lang: Language) => void
}) {
  return (
    <fieldset className={styles.languages} aria-label="Language">
      {languages.map((other) => {
        const state = stateIn(kind, draft, other)
        return (
          <button
            key={other}
            type="button"
            className={classNames(styles.language, other === lang && styles.on)}
            aria-pressed={other === lang}
            onClick={() => onChange(other)}
          >
            {languageNames[other]}
            {state === 'whole' && <Icon name="check" size={12} />}
            {state === 'part' && <Icon name="warning" size={12} className={styles.part} />}
            <span className="sr-only">
              {state === 'whole' ? 'written' : state === 'part' ? 'begun' : 'not written'}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}

function Delete({ kind, id, onClose }: { kind: ContentKind; id: number; onClose: () => void }) {
  const [, navigate] = useLocation()
  const reload = useInvalidate()
  const command = useMutation('/staff/api/contentDelete')
  const { meaning } = kindSpecs[kind]
  const act = async () => {
    if ((await command.run({ kind, id })) === null) return
    showToast({ title: 'Deleted', text: 'The old content stays in the audit log.' })
    navigate(paths.content(kind), { replace: true })
    reload('/staff/api/contentList')
  }
  return (
    <ConfirmDialog
      title={`Delete ${id}?`}
      consequence={`${meaning}. Visitors see it no more; what it said stays in the audit log.`}
      act="Delete"
      busy={command.busy && 'Deleting'}
      danger
      problem={command.problem}
      onAct={() => void act()}
      onClose={onClose}
    />
  )
}
