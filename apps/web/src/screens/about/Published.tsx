import type { About } from '@glasshouse/core/content/codec'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { Prose } from '../../components/prose/Prose.tsx'
import { dateText, yearsOf } from '../../components/published.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './About.module.css'
import { TeamRecord } from './TeamRecord.tsx'

/** Plans by year: the tabs are the years that exist. */
export function Plans({ plans }: { plans: About['plans'] }) {
  const { t } = useTranslation('site')
  const years = yearsOf(plans)
  const [chosen, setChosen] = useState<number | null>(null)
  const year = chosen ?? years[0]
  if (year === undefined) return null
  return (
    <Panel
      title={t('about.plans')}
      inset
      beside={
        years.length > 1 ? (
          <SegmentedControl
            label={t('about.years')}
            options={years.map((value) => ({ value, label: String(value) }))}
            value={year}
            onChange={setChosen}
          />
        ) : (
          <b>{year}</b>
        )
      }
    >
      <p className={styles.small}>{t('about.plansNote')}</p>
      {plans
        .filter((plan) => plan.year === year)
        .map((plan) => (
          <article key={plan.id} className={styles.entry}>
            <h3>{plan.title}</h3>
            <Prose text={plan.content} />
          </article>
        ))}
    </Panel>
  )
}

/** Teams; figures are those of the record of a copy product, which is drawn. */
export function Teams({ teams }: { teams: About['teams'] }) {
  const { t } = useTranslation('site')
  if (teams.length === 0) return null
  return (
    <Panel title={t('about.teams')} inset>
      <div className={styles.teams}>
        {teams.map(({ id, name, content, product }) => (
          <article key={id} className={styles.entry}>
            <h3>{name}</h3>
            <Prose text={content} />
            {product !== null && <TeamRecord product={product} />}
          </article>
        ))}
      </div>
    </Panel>
  )
}

/** Certificates, each with its issuer and source; says so when there is none. */
export function Certificates({ certificates }: { certificates: About['certificates'] }) {
  const { t } = useTranslation('site')
  const figures = useFormatters()
  return (
    <Panel title={t('about.certificates')} inset>
      <p className={styles.small}>
        {t(certificates.length === 0 ? 'about.certificatesNone' : 'about.certificatesNote')}
      </p>
      {certificates.map(({ id, title, issuer, issued, source, picture }) => (
        <article key={id} className={styles.entry}>
          <img src={picture} alt={title} loading="lazy" />
          <h3>{title}</h3>
          <p>{t('about.issued', { issuer, date: dateText(issued, figures.locale) })}</p>
          <a href={source} target="_blank" rel="noopener noreferrer">
            {t('about.source', { host: new URL(source).host })}
          </a>
        </article>
      ))}
    </Panel>
  )
}
