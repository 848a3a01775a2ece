import { textToWire } from '@glasshouse/core/community/codec'
import type { TextKind } from '@glasshouse/core/community/rules'
import type { CommunityText } from '@glasshouse/core/community/texts/codec'
import { CommandDialog } from '@glasshouse/ui/CommandDialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { IconButton } from '@glasshouse/ui/IconButton'
import { showToast } from '@glasshouse/ui/Toast'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { useCurrentPath } from '../../components/useCurrentPath.ts'
import { useMutation } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Community.module.css'
import { useRefusal } from './useCommunity.ts'

type Text = Pick<CommunityText, 'id' | 'likes' | 'isLiked' | 'isOwn' | 'isRemoved'>

/** Row of actions of a published text. */
export function Actions({ kind, text, children }: { kind: TextKind; text: Text; children?: ReactNode }) {
  return (
    <div className={styles.actions}>
      {!text.isRemoved && <Like kind={kind} text={text} />}
      {children}
      {text.isOwn && !text.isRemoved && <Remove kind={kind} id={text.id} />}
    </div>
  )
}

/** Likes a text or takes it back. An author cannot like their own text; a visitor is asked to sign in. */
function Like({ kind, text }: { kind: TextKind; text: Text }) {
  const { t } = useTranslation('community')
  const figures = useFormatters()
  const refusal = useRefusal()
  const signedIn = useSession() !== null
  const here = useCurrentPath()
  const [, navigate] = useLocation()
  const like = useMutation('/api/community/like')
  if (text.isOwn)
    return <span className={styles.figure}>{t('likes', { likes: figures.whole(text.likes) })}</span>
  const press = async () => {
    if (signedIn) await like.run(textToWire(kind, text.id))
    else navigate(paths.login({ next: here }))
  }
  return (
    <>
      <IconButton
        small
        icon="heart"
        label={t('likes', { likes: figures.whole(text.likes) })}
        on={text.isLiked}
        aria-disabled={like.busy || undefined}
        onClick={() => void press()}
      >
        {figures.whole(text.likes)}
      </IconButton>
      {like.error && <FieldError>{refusal(like.error)}</FieldError>}
    </>
  )
}

/** Empties an own text, after a question. */
export function Remove({ kind, id }: { kind: TextKind; id: number }) {
  const { t } = useTranslation(['community', 'shell'])
  const refusal = useRefusal()
  const remove = useMutation('/api/community/remove')
  const [asks, setAsks] = useState(false)
  const run = async () => {
    if ((await remove.run(textToWire(kind, id))) === null) return
    showToast({ title: t('remove.done') })
    setAsks(false)
  }
  return (
    <>
      <IconButton small icon="bin" label={t('remove.action')} onClick={() => setAsks(true)} />
      {asks && (
        <CommandDialog
          title={t('remove.title')}
          closeLabel={t('shell:close')}
          cancelLabel={t('cancel')}
          act={t('remove.action')}
          variant="danger"
          busy={remove.busy && t('remove.action')}
          problem={remove.error && refusal(remove.error)}
          onAct={() => void run()}
          onClose={() => setAsks(false)}
        >
          <p>{t('remove.text')}</p>
        </CommandDialog>
      )}
    </>
  )
}
