import { type Article, articleKindToWire, neighboursFromWire } from '@glasshouse/core/content/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link, useSearchParams } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { articleIn } from '../../components/page/pageIn.ts'
import { Prose } from '../../components/prose/Prose.tsx'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './News.module.css'

/** One article, with links to the previous and next one. */
export default function NewsDetail() {
  const [search] = useSearchParams()
  const id = articleIn(search.get('id'))
  return id === null ? <Unpublished /> : <Detail key={id} id={id} />
}

function Detail({ id }: { id: number }) {
  const { t } = useTranslation('site')
  const info = useDecodedCall('/api/common/newinfo', { id, ...articleKindToWire('news') }, neighboursFromWire)
  // The article was unpublished after it was opened.
  if (info.error?.key === 'refused') return <Unpublished />
  const { prev, current, next } = info.data ?? {}
  return (
    <Page title={current?.title ?? t('news.title')} back={paths.new()}>
      {current ? (
        <Written article={current} newer={prev} older={next} />
      ) : info.error ? (
        <ListError list={info} title={t('news.failed')} />
      ) : (
        <Panel inset busy>
          <div className={styles.bones}>
            {['90%', '96%', '88%', '40%'].map((width) => (
              <Skeleton key={width} width={width} height={12} />
            ))}
          </div>
        </Panel>
      )}
    </Page>
  )
}

function Written({
  article,
  newer,
  older,
}: {
  article: Article
  newer: Article | undefined
  older: Article | undefined
}) {
  const { t } = useTranslation('site')
  const figures = useFormatters()
  return (
    <>
      <Panel inset>
        <article>
          <p className={styles.facts}>
            <span>{t('news.updated', { time: figures.full(article.updatedMs) })}</span>
            <span>{t('news.reads', { count: article.reads })}</span>
          </p>
          <Prose text={article.content} className={styles.article} />
        </article>
      </Panel>
      <nav className={styles.beside} aria-label={t('news.title')}>
        {newer ? <Beside article={newer} word={t('news.newer')} icon="left" /> : <End />}
        <Link href={paths.new()} className={buttonClass({ variant: 'quiet' })}>
          {t('news.all')}
        </Link>
        {older ? <Beside article={older} word={t('news.older')} icon="right" /> : <End />}
      </nav>
    </>
  )
}

/** End of the list: there is no article on this side. */
function End() {
  const { t } = useTranslation('site')
  return <span className={styles.end}>{t('news.noMore')}</span>
}

/** Link to a neighbouring article, by its title. */
function Beside({ article, word, icon }: { article: Article; word: string; icon: 'left' | 'right' }) {
  return (
    <Link
      href={paths.newsDetail({ id: article.id })}
      className={icon === 'left' ? styles.neighbour : `${styles.neighbour} ${styles.last}`}
      rel={icon === 'left' ? 'prev' : 'next'}
    >
      <small>
        {icon === 'left' && <Icon name="left" size={12} />}
        {word}
        {icon === 'right' && <Icon name="right" size={12} />}
      </small>
      <b>{article.title}</b>
    </Link>
  )
}

function Unpublished() {
  const { t } = useTranslation('site')
  return (
    <Page title={t('news.title')} back={paths.new()}>
      <Panel>
        <EmptyState
          icon="envelope"
          title={t('news.gone')}
          text={t('news.goneText')}
          action={
            <Link href={paths.new()} className={buttonClass({ variant: 'primary' })}>
              {t('news.all')}
            </Link>
          }
        />
      </Panel>
    </Page>
  )
}
