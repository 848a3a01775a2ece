import type { CommunityText } from '@glasshouse/core/community/texts/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Icon } from '@glasshouse/ui/Icon'
import { type ReactNode, useState } from 'react'
import { Avatar } from '../../components/avatars/Avatar.tsx'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Community.module.css'
import { isLong } from './texts.ts'
import { useAuthorName } from './useCommunity.ts'

/** A text with its author: always plain text, in the direction of its own script. */
export function TextBody({
  text,
  answers,
  size = 40,
  children,
}: {
  text: CommunityText
  /** Name of the author it answers. */
  answers?: string | undefined
  size?: number
  children?: ReactNode
}) {
  const { t } = useTranslation('community')
  const figures = useFormatters()
  const nameOf = useAuthorName()
  return (
    <div className={styles.text}>
      <Portrait text={text} size={size} />
      <div className={styles.words}>
        <p className={styles.head}>
          <b>{nameOf(text)}</b>
          {text.isByStaff && <Badge tone="brand">{t('staff')}</Badge>}
          {text.isSample && <Badge>{t('sample')}</Badge>}
          {text.state === 'waiting' && <Badge tone="warn">{t('state.waiting')}</Badge>}
          {text.state === 'rejected' && <Badge tone="danger">{t('state.rejected')}</Badge>}
          <time dateTime={new Date(text.createdMs).toISOString()}>{figures.full(text.createdMs)}</time>
        </p>
        {text.isRemoved ? (
          <p className={styles.removed}>{t('removed')}</p>
        ) : (
          <Words text={text.content} answers={answers} />
        )}
        {text.isCut && <p className={styles.removed}>{t('cut')}</p>}
        {children}
      </div>
    </div>
  )
}

function Portrait({ text, size }: { text: CommunityText; size: number }) {
  if (text.hasLeft || text.isByStaff || text.avatar === null)
    return (
      <span className={styles.portrait} style={{ width: size, height: size }} aria-hidden="true">
        <Icon name={text.isByStaff ? 'house' : 'person'} size={16} />
      </span>
    )
  return <Avatar index={text.avatar} size={size} />
}

function Words({ text, answers }: { text: string; answers: string | undefined }) {
  const { t } = useTranslation('community')
  const [isWhole, setWhole] = useState(false)
  const long = isLong(text)
  return (
    <>
      <p className={styles.content} dir="auto" data-short={(long && !isWhole) || undefined}>
        {answers !== undefined && <bdi className={styles.answers}>@{answers} </bdi>}
        {text}
      </p>
      {long && (
        <button
          type="button"
          className={styles.quiet}
          aria-expanded={isWhole}
          onClick={() => setWhole((whole) => !whole)}
        >
          {t(isWhole ? 'less' : 'more')}
        </button>
      )}
    </>
  )
}
