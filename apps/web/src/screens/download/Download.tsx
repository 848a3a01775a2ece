import { menuToWire } from '@glasshouse/core/content/codec'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { openPhoneSite, phoneBase, site } from '../../site.ts'
import { appOf, downloadMenu } from './app.ts'
import styles from './Download.module.css'

/** Mobile apps: the operator's app if there is one, and the phone site. */
export default function Download() {
  const { t } = useTranslation('site')
  const address = `${location.host}${phoneBase}`
  return (
    <Page
      title={t('download.title')}
      lead={t('download.lead', { address })}
      back={paths.home()}
      tools={site === 'desktop' && <Button onClick={openPhoneSite}>{t('download.open')}</Button>}
    >
      <App />
      <Panel className={styles.ways}>
        <Steps
          icon="download"
          title={t('download.android')}
          steps={[t('download.android1', { address }), t('download.android2'), t('download.android3')]}
        />
        <Steps
          icon="upload"
          title={t('download.iphone')}
          steps={[t('download.iphone1', { address }), t('download.iphone2'), t('download.iphone3')]}
        />
      </Panel>
      <p className={styles.note}>{t('download.needs')}</p>
    </Page>
  )
}

/** Link to the operator's app. The address is shown, because it is an external site. */
function App() {
  const { t } = useTranslation('site')
  const menu = useQueryCall('/api/common/nav', menuToWire(downloadMenu))
  const url = appOf(menu.data ?? [])
  if (url === null) return null
  return (
    <section className={styles.app}>
      <a
        href={url}
        className={buttonClass({ variant: 'primary', size: 'l' })}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('download.app')}
      </a>
      <span className={styles.note}>{t('download.appFrom', { host: new URL(url).host })}</span>
    </section>
  )
}

function Steps({ icon, title, steps }: { icon: IconName; title: string; steps: readonly string[] }) {
  return (
    <section className={styles.way}>
      <Icon name={icon} size={24} />
      <h2>{title}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
