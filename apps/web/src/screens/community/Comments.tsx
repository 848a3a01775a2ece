import { listCommentsToWire, listRepliesToWire } from '@glasshouse/core/community/codec'
import {
  type CommentView,
  commentsFromWire,
  type ReplyView,
  repliesFromWire,
} from '@glasshouse/core/community/texts/codec'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { useDecodedPage } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Actions } from './Actions.tsx'
import styles from './Community.module.css'
import { Composer, type Target } from './Composer.tsx'
import { TextBody } from './TextBody.tsx'
import { useAuthorName } from './useCommunity.ts'

const pageSize = 5

/** Comments on a speech, oldest first, with a form for another one. */
export function Comments({ speechId, isOpen }: { speechId: number; isOpen: boolean }) {
  const { t } = useTranslation('community')
  const signedIn = useSession() !== null
  const [page, setPage] = useState(1)
  const list = useDecodedPage(
    '/api/community/commentList',
    listCommentsToWire(speechId, page, pageSize),
    commentsFromWire,
  )
  return (
    <section className={styles.answersBelow} aria-label={t('commentList')}>
      {list.data === undefined ? (
        list.error ? (
          <ListError list={list} title={t('failed')} />
        ) : (
          <Waiting />
        )
      ) : list.data.length === 0 ? (
        <p className={styles.none}>{t('noComments')}</p>
      ) : (
        <ul className={styles.thread}>
          {list.data.map((comment) => (
            <li key={comment.id}>
              <Comment comment={comment} />
            </li>
          ))}
        </ul>
      )}
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
      {signedIn && isOpen && <Composer target={{ kind: 'comment', speechId }} />}
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.thread} aria-busy="true">
      <Skeleton width="60%" height={16} />
      <Skeleton width="40%" height={12} />
    </div>
  )
}

function Comment({ comment }: { comment: CommentView }) {
  const nameOf = useAuthorName()
  const [target, setTarget] = useState<Target | null>(null)
  const reply: Target = { kind: 'reply', commentId: comment.id, name: nameOf(comment) }
  return (
    <TextBody text={comment} size={32}>
      <Actions kind="comment" text={comment}>
        <Answer isOff={comment.isRemoved} onOpen={() => setTarget(reply)} />
      </Actions>
      {comment.replies > 0 && <Replies comment={comment} onAnswer={setTarget} />}
      {target !== null && (
        <Composer
          key={target.kind === 'reply' ? target.answersId : 0}
          target={target}
          autoFocus
          onSent={() => setTarget(null)}
          onClose={() => setTarget(null)}
        />
      )}
    </TextBody>
  )
}

/** Opens the form for a reply; not offered to visitors or below a removed text. */
function Answer({ isOff, onOpen }: { isOff: boolean; onOpen: () => void }) {
  const { t } = useTranslation('community')
  const signedIn = useSession() !== null
  if (!signedIn || isOff) return null
  return (
    <Button size="s" variant="quiet" icon={<Icon name="reply" size={14} />} onClick={onOpen}>
      {t('answer')}
    </Button>
  )
}

function Replies({ comment, onAnswer }: { comment: CommentView; onAnswer: (target: Target) => void }) {
  const { t } = useTranslation('community')
  const figures = useFormatters()
  const nameOf = useAuthorName()
  const [page, setPage] = useState(1)
  const list = useDecodedPage(
    '/api/community/replyList',
    listRepliesToWire(comment.id, page, pageSize),
    repliesFromWire,
  )
  const targetOf = (reply: ReplyView): Target => ({
    kind: 'reply',
    commentId: comment.id,
    answersId: reply.id,
    name: nameOf(reply),
  })
  if (list.data === undefined)
    return list.error ? <ListError list={list} title={t('failed')} /> : <Skeleton width="40%" height={16} />
  return (
    <section aria-label={t('replies', { replies: figures.whole(list.total ?? 0) })}>
      <ul className={styles.thread}>
        {list.data.map((reply) => (
          <li key={reply.id}>
            <TextBody text={reply} size={24} answers={reply.answeredPhone || undefined}>
              <Actions kind="reply" text={reply}>
                <Answer isOff={reply.isRemoved} onOpen={() => onAnswer(targetOf(reply))} />
              </Actions>
            </TextBody>
          </li>
        ))}
      </ul>
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </section>
  )
}
