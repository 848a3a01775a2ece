import type { About as OperatorDetails } from '@glasshouse/core/content/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Contact, RiskNotice } from '../../components/FootNotes.tsx'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { Prose } from '../../components/prose/Prose.tsx'
import { useAbout } from '../../components/useAbout.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './About.module.css'
import { Books } from './Books.tsx'
import { Fees } from './Fees.tsx'
import { Certificates, Plans, Teams } from './Published.tsx'

/** Operator details. Texts the operator has not written are omitted. */
export default function About() {
  const { t } = useTranslation('site')
  const about = useAbout()
  return (
    <Page title={about.data?.name || t('about.title')} back={paths.home()}>
      {about.data ? <Written about={about.data} /> : about.error ? <ListError list={about} /> : <Waiting />}
    </Page>
  )
}

function Waiting() {
  return (
    <div className={styles.bones} aria-busy="true">
      {['90%', '96%', '88%', '40%'].map((width) => (
        <Skeleton key={width} width={width} height={12} />
      ))}
    </div>
  )
}

function Written({ about }: { about: OperatorDetails }) {
  const { t } = useTranslation('site')
  return (
    <>
      <Panel className={styles.columns}>
        {about.profile === '' ? (
          <EmptyState icon="house" title={t('about.none')} text={t('about.noneText')} />
        ) : (
          <Prose text={about.profile} className={styles.profile} />
        )}
        <aside className={styles.side}>
          {about.email !== '' && (
            <section>
              <h2 className={styles.small}>{t('about.contact')}</h2>
              <Contact />
            </section>
          )}
          <Elsewhere social={about.social} />
          {site === 'phone' && <RiskNotice />}
        </aside>
      </Panel>
      <div className={styles.money}>
        <Fees />
        <Books />
      </div>
      {about.products.length > 0 && <Products products={about.products} />}
      <Plans plans={about.plans} />
      <Teams teams={about.teams} />
      <Certificates certificates={about.certificates} />
    </>
  )
}

const places = [
  ['facebook', 'Facebook'],
  ['twitter', 'Twitter'],
  ['youtube', 'YouTube'],
] as const

function Elsewhere({ social }: { social: OperatorDetails['social'] }) {
  const { t } = useTranslation('site')
  const named = places.filter(([key]) => social[key] !== '')
  if (named.length === 0) return null
  return (
    <section>
      <h2 className={styles.small}>{t('about.elsewhere')}</h2>
      <ul className={styles.links}>
        {named.map(([key, name]) => (
          <li key={key}>
            <a href={social[key]} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Products({ products }: { products: OperatorDetails['products'] }) {
  const { t } = useTranslation('site')
  return (
    <section className={styles.products}>
      <h2 className={styles.heading}>{t('about.products')}</h2>
      <ul className={styles.grid}>
        {products.map((product) => (
          <li key={product.title} className={styles.product}>
            {product.picture !== '' && <img src={product.picture} alt="" loading="lazy" />}
            <h3>{product.title}</h3>
            <Prose text={product.content} />
          </li>
        ))}
      </ul>
    </section>
  )
}
