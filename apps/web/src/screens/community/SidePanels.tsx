import { Icon } from '@glasshouse/ui/Icon'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Community.module.css'
import { durationText } from './texts.ts'

type Summary = ReturnType<typeof useQueryCall<'/api/community/summary'>>['data']

/** Beside the posts: own texts by state, what is not published, and how moderation went. */
export function SidePanels() {
  const { data } = useQueryCall('/api/community/summary', {})
  return (
    <aside className={styles.side}>
      {data?.mine && <Mine mine={data.mine} />}
      <Rules />
      <Moderation summary={data} />
    </aside>
  )
}

const states = [
  ['published', '1'],
  ['waiting', '0'],
  ['rejected', '2'],
] as const

function Mine({ mine }: { mine: NonNullable<NonNullable<Summary>['mine']> }) {
  const { t } = useTranslation('community')
  const figures = useFormatters()
  return (
    <Panel title={t('own.title')} inset>
      <dl className={styles.figures}>
        {states.map(([state, status]) => (
          <div key={state}>
            <dt>
              <Link href={paths.comment({ state: status })}>{t(`state.${state}`)}</Link>
            </dt>
            <dd>{figures.whole(mine[state])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.small}>
        {t('own.today', {
          posts: figures.whole(mine.speeches.left),
          maxPosts: figures.whole(mine.speeches.max),
          comments: figures.whole(mine.comments.left),
          maxComments: figures.whole(mine.comments.max),
        })}
      </p>
    </Panel>
  )
}

function Rules() {
  const { t } = useTranslation('community')
  return (
    <Panel title={t('rules.title')} inset>
      <ul className={styles.rules}>
        {(['spam', 'scam', 'personal', 'abuse'] as const).map((rule) => (
          <li key={rule}>
            <Icon name="close" size={14} />
            <span>{t(`rules.${rule}`)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.small}>{t('rules.note')}</p>
      <p className={styles.small}>{t('rules.safety')}</p>
    </Panel>
  )
}

function Moderation({ summary }: { summary: Summary }) {
  const { t } = useTranslation('community')
  const figures = useFormatters()
  const facts = summary?.moderation
  const { decided = 0, published = 0, median = null, appeals = 0, reversed = 0 } = facts ?? {}
  return (
    <Panel title={t('moderation.title')} inset busy={facts === undefined}>
      {facts !== undefined && decided === 0 ? (
        <p className={styles.small}>{t('moderation.none')}</p>
      ) : (
        <dl className={styles.figures}>
          <div>
            <dt>{t('moderation.median')}</dt>
            <dd>{median === null ? '—' : durationText(median, figures.locale)}</dd>
          </div>
          <div>
            <dt>{t('moderation.published')}</dt>
            <dd>{facts === undefined ? '—' : `${figures.whole(published)} / ${figures.whole(decided)}`}</dd>
          </div>
          <div>
            <dt>{t('moderation.appeals')}</dt>
            <dd>{facts === undefined ? '—' : `${figures.whole(appeals)}, ${figures.whole(reversed)}`}</dd>
          </div>
        </dl>
      )}
    </Panel>
  )
}
