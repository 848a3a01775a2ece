import { articleKindToWire, type ListedArticle, listedArticlesFromWire } from '@glasshouse/core/content/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useLocation, useSearchParams } from 'wouter'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { pageIn } from '../../components/page/pageIn.ts'
import { Prose } from '../../components/prose/Prose.tsx'
import { type PageState, useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Question.module.css'

const pageSize = 20

/** Published questions; an answer expands below its question. */
export default function Question() {
  const { t } = useTranslation('site')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const page = pageIn(search.get('page'))
  const list = useDecodedPage(
    '/api/common/news',
    { ...articleKindToWire('faq'), ...pageToWire(page, pageSize) },
    listedArticlesFromWire,
  )
  return (
    <Page title={t('help.title')} lead={t('help.lead')} back={paths.home()}>
      <Panel busy={list.data === undefined && !list.error}>
        <Questions list={list} />
        <ListPager
          list={list}
          page={page}
          pageSize={pageSize}
          onPage={(next) => navigate(paths.question({ page: next === 1 ? undefined : String(next) }))}
        />
      </Panel>
    </Page>
  )
}

function Questions({ list }: { list: PageState<readonly ListedArticle[]> }) {
  const { t } = useTranslation('site')
  if (list.data === undefined)
    return list.error ? <ListError list={list} title={t('help.failed')} /> : <Waiting />
  if (list.data.length === 0)
    return <EmptyState icon="envelope" title={t('help.none')} text={t('help.noneText')} />
  return (
    <ul className={styles.list}>
      {list.data.map((question) => (
        <li key={question.id}>
          <Entry question={question} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ question }: { question: ListedArticle }) {
  return (
    <details className={styles.entry}>
      <summary className={styles.head}>
        <span className={styles.words}>
          <b>{question.title}</b>
          {question.subtitle !== '' && <small>{question.subtitle}</small>}
        </span>
        <Icon name="down" size={14} className={styles.mark} />
      </summary>
      <Prose text={question.content} className={styles.answer} />
    </details>
  )
}

function Waiting() {
  return (
    <div className={styles.list}>
      {['one', 'two', 'three'].map((row) => (
        <div key={row} className={styles.head}>
          <Skeleton width="45%" height={16} />
        </div>
      ))}
    </div>
  )
}
