import { postCommentToWire, postReplyToWire } from '@glasshouse/core/community/codec'
import { maxTextLength, type TextKind } from '@glasshouse/core/community/rules'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Community.module.css'
import { flagsIn, kindsIn, lengthOf, piecesOf, textIssue } from './texts.ts'
import { useRefusal } from './useCommunity.ts'

/** Where a text goes: a speech, a comment on a speech, a reply to a comment or to a reply to it. */
export type Target =
  | { readonly kind: 'speech' }
  | { readonly kind: 'comment'; readonly speechId: number }
  | { readonly kind: 'reply'; readonly commentId: number; readonly answersId?: number; readonly name: string }

/** Sends a text to its target. Returns whether it was accepted; `busy` and `error` are of its own call. */
const useSend = (target: Target) => {
  const speech = useMutation('/api/community/releaseSpeech')
  const comment = useMutation('/api/community/comment')
  const reply = useMutation('/api/community/reply')
  const { busy, error, forget } = { speech, comment, reply }[target.kind]
  const send = async (content: string): Promise<boolean> => {
    if (target.kind === 'speech') return (await speech.run({ content })) !== null
    if (target.kind === 'comment')
      return (await comment.run(postCommentToWire({ ...target, content }))) !== null
    return (await reply.run(postReplyToWire({ ...target, content }))) !== null
  }
  return { send, busy, error, forget }
}

/** Form for a text. What the moderator is shown is marked while it is written. */
export function Composer({
  target,
  autoFocus = false,
  onSent,
  onClose,
}: {
  target: Target
  autoFocus?: boolean
  onSent?: () => void
  onClose?: () => void
}) {
  const { t } = useTranslation('community')
  const refusal = useRefusal()
  const { send, busy, error, forget } = useSend(target)
  const [text, setText] = useState('')
  const noteId = useId()
  const issue = textIssue(text)
  const label = target.kind === 'reply' ? t('answerTo', { name: target.name }) : t(`compose.${target.kind}`)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (issue !== null || busy || !(await send(text))) return
    setText('')
    showToast({ title: t('compose.sent'), text: t('onlyYou') })
    onSent?.()
  }
  return (
    <form className={styles.composer} data-kind={target.kind} onSubmit={submit}>
      <MarkedField
        label={label}
        hint={target.kind === 'speech' ? t('compose.hint') : ''}
        describedBy={noteId}
        autoFocus={autoFocus}
        text={text}
        onChange={(next) => {
          setText(next)
          forget()
        }}
      />
      <div className={styles.composerFoot}>
        <Found id={noteId} text={text} kind={target.kind} />
        {onClose && (
          <Button size="s" variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        )}
        <Button
          type="submit"
          size={target.kind === 'speech' ? 'm' : 's'}
          variant="primary"
          busy={busy && t('compose.busy')}
          reason={issue !== null && (issue === 'long' ? <TooLong /> : true)}
          title={issue === 'empty' ? t('compose.empty') : undefined}
        >
          {t(`compose.submit.${target.kind satisfies TextKind}`)}
        </Button>
      </div>
      {error && <FieldError>{refusal(error)}</FieldError>}
    </form>
  )
}

function TooLong() {
  const { t } = useTranslation('community')
  const figures = useFormatters()
  return t('compose.long', { max: figures.whole(maxTextLength) })
}

/** Text field over a copy of its text, in which what was found is underlined; the copy gives the height. */
function MarkedField({
  label,
  hint,
  describedBy,
  autoFocus,
  text,
  onChange,
}: {
  label: string
  hint: string
  describedBy: string
  autoFocus: boolean
  text: string
  onChange: (text: string) => void
}) {
  const pieces = useMemo(() => piecesOf(text, flagsIn(text)), [text])
  return (
    <div className={styles.field}>
      <div className={styles.copy} aria-hidden="true">
        {pieces.map(({ from, text, kind }) => (kind === null ? text : <mark key={from}>{text}</mark>))}
        {/* A last line break has no height of its own. */}
        {'\u200B'}
      </div>
      <textarea
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={hint || label}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the field was opened by the button that had the focus
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** What the moderator is shown, and the length of the text. */
function Found({ id, text, kind }: { id: string; text: string; kind: TextKind }) {
  const { t, language } = useTranslation('community')
  const figures = useFormatters()
  const settled = useDeferredValue(text)
  const kinds = useMemo(() => kindsIn(flagsIn(settled)), [settled])
  const words = new Intl.ListFormat(language).format(kinds.map((found) => t(`flag.${found}`)))
  const length = lengthOf(text)
  return (
    <div id={id} className={styles.found}>
      <p role="status">
        {kinds.length > 0 && (
          <>
            <Icon name="warning" size={14} />
            <span>{t('compose.flagged', { kinds: words })}</span>
          </>
        )}
      </p>
      {(kind === 'speech' || length > 1000) && (
        <small>
          {t('compose.length', { length: figures.whole(length), max: figures.whole(maxTextLength) })}
        </small>
      )}
    </div>
  )
}
