import { articleKindToWire, type ListedArticle, listedArticlesFromWire } from '@glasshouse/core/content/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { pageIn } from '../../components/page/pageIn.ts'
import { type PageState, useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './News.module.css'

const pageSize = 9

/** Published articles, newest first. The page number is in the address. */
export default function News() {
  const { t } = useTranslation('site')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const page = pageIn(search.get('page'))
  const list = useDecodedPage(
    '/api/common/news',
    { ...articleKindToWire('news'), ...pageToWire(page, pageSize) },
    listedArticlesFromWire,
  )
  return (
    <Page title={t('news.title')} lead={t('news.lead')} back={paths.home()}>
      <Panel busy={list.data === undefined && !list.error}>
        <Articles list={list} />
        <ListPager
          list={list}
          page={page}
          pageSize={pageSize}
          onPage={(next) => navigate(paths.new({ page: next === 1 ? undefined : String(next) }))}
        />
      </Panel>
    </Page>
  )
}

function Articles({ list }: { list: PageState<readonly ListedArticle[]> }) {
  const { t } = useTranslation('site')
  if (list.data === undefined)
    return list.error ? <ListError list={list} title={t('news.failed')} /> : <Waiting />
  if (list.data.length === 0)
    return <EmptyState icon="envelope" title={t('news.none')} text={t('news.noneText')} />
  return (
    <ul className={styles.list}>
      {list.data.map((article) => (
        <li key={article.id}>
          <Row article={article} />
        </li>
      ))}
    </ul>
  )
}

function Row({ article }: { article: ListedArticle }) {
  const { t } = useTranslation('site')
  const figures = useFormatters()
  const [failed, setFailed] = useState(false)
  return (
    <Link href={paths.newsDetail({ id: article.id })} className={styles.row}>
      {article.thumbnail !== '' && !failed && (
        <img
          className={styles.thumb}
          src={article.thumbnail}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
        />
      )}
      <span className={styles.words}>
        <b className={styles.title}>{article.title}</b>
        {article.subtitle !== '' && <span className={styles.subtitle}>{article.subtitle}</span>}
        <small className={styles.facts}>
          <span>{figures.full(article.updatedMs)}</span>
          <span>{t('news.reads', { count: article.reads })}</span>
        </small>
      </span>
    </Link>
  )
}

function Waiting() {
  return (
    <div className={styles.list}>
      {['one', 'two', 'three'].map((row) => (
        <div key={row} className={styles.row}>
          <span className={styles.words}>
            <Skeleton width="50%" height={16} />
            <Skeleton width={180} height={12} />
          </span>
        </div>
      ))}
    </div>
  )
}
