import { textOrderToWire } from '@glasshouse/core/community/codec'
import { type SpeechView, speechesFromWire } from '@glasshouse/core/community/texts/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Select } from '@glasshouse/ui/Select'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { articleIn, pageIn } from '../../components/page/pageIn.ts'
import { useCurrentPath } from '../../components/useCurrentPath.ts'
import { type PageState, useDecodedPage } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { Actions } from './Actions.tsx'
import { Comments } from './Comments.tsx'
import styles from './Community.module.css'
import { Composer } from './Composer.tsx'
import { SidePanels } from './SidePanels.tsx'
import { TextBody } from './TextBody.tsx'

const pageSize = 5

/** Published posts with a form for an own one, or one post with its thread. */
export default function Community() {
  const { t } = useTranslation('community')
  const [search] = useSearchParams()
  const id = articleIn(search.get('id'))
  return (
    <Page title={t('title')} lead={t('lead')} back={paths.home()}>
      <div className={styles.columns}>
        <div className={styles.main}>
          {id === null ? (
            <>
              <Write />
              <Feed />
            </>
          ) : (
            <Thread key={id} id={id} />
          )}
        </div>
        <SidePanels />
      </div>
    </Page>
  )
}

function Write() {
  const { t } = useTranslation('community')
  const signedIn = useSession() !== null
  const here = useCurrentPath()
  return (
    <Panel inset>
      {signedIn ? (
        <Composer target={{ kind: 'speech' }} />
      ) : (
        <Link href={paths.login({ next: here })} className={buttonClass({ variant: 'primary' })}>
          {t('compose.signIn')}
        </Link>
      )}
    </Panel>
  )
}

function Feed() {
  const { t } = useTranslation('community')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const page = pageIn(search.get('page'))
  const order = search.get('order') === 'liked' ? 'liked' : 'newest'
  const list = useDecodedPage(
    '/api/community/speechList',
    { ...pageToWire(page, pageSize), ...textOrderToWire(order) },
    speechesFromWire,
  )
  const go = (to: { page?: number; order?: string }) =>
    navigate(
      paths.community({
        order: (to.order ?? order) === 'liked' ? 'liked' : undefined,
        page: to.page === undefined || to.page === 1 ? undefined : String(to.page),
      }),
    )
  return (
    <Panel
      title={t('all')}
      busy={list.data === undefined && !list.error}
      beside={
        <Select
          label={t('sort.label')}
          hideLabel
          options={[
            { value: 'newest', label: t('sort.newest') },
            { value: 'liked', label: t('sort.liked') },
          ]}
          value={order}
          onChange={(next) => go({ order: next })}
        />
      }
    >
      <Speeches list={list} />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={(next) => go({ page: next })} />
    </Panel>
  )
}

function Speeches({ list }: { list: PageState<readonly SpeechView[]> }) {
  const { t } = useTranslation('community')
  if (list.data === undefined)
    return list.error ? <ListError list={list} title={t('failed')} /> : <Waiting rows={3} />
  if (list.data.length === 0) return <EmptyState icon="comment" title={t('none')} text={t('noneText')} />
  return (
    <ul className={styles.list}>
      {list.data.map((speech) => (
        <li key={speech.id}>
          <Speech speech={speech} />
        </li>
      ))}
    </ul>
  )
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div className={styles.list}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={styles.bones}>
          <Skeleton width={40} height={40} />
          <span>
            <Skeleton width="30%" height={14} />
            <Skeleton width="90%" height={14} />
            <Skeleton width="60%" height={14} />
          </span>
        </div>
      ))}
    </div>
  )
}

/** A speech; its comments open below it. */
function Speech({ speech, isOpen: isOpenFirst = false }: { speech: SpeechView; isOpen?: boolean }) {
  const { t } = useTranslation('community')
  const figures = useFormatters()
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <article className={styles.speech}>
      <TextBody text={speech}>
        <Actions kind="speech" text={speech}>
          <IconButton
            small
            icon="comment"
            label={t('comments', { comments: figures.whole(speech.comments) })}
            aria-expanded={isOpen}
            onClick={() => setOpen((open) => !open)}
          >
            {figures.whole(speech.comments)}
          </IconButton>
        </Actions>
        {isOpen && <Comments speechId={speech.id} isOpen={!speech.isRemoved} />}
      </TextBody>
    </article>
  )
}

/** One post with its comments, as a notice links to it. */
function Thread({ id }: { id: number }) {
  const { t } = useTranslation('community')
  const list = useDecodedPage('/api/community/speechList', { id, pageSize: 1 }, speechesFromWire)
  const speech = list.data?.[0]
  const all = (
    <Link href={paths.community()} className={buttonClass({ variant: 'quiet', size: 's' })}>
      {t('all')}
    </Link>
  )
  return (
    <Panel title={t('post')} beside={all} busy={list.data === undefined && !list.error}>
      {speech ? (
        <Speech speech={speech} isOpen />
      ) : list.data ? (
        <EmptyState icon="comment" title={t('gone')} text={t('goneText')} />
      ) : list.error ? (
        <ListError list={list} title={t('failed')} />
      ) : (
        <Waiting rows={1} />
      )}
    </Panel>
  )
}
