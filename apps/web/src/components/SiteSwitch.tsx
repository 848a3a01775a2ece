import { Button } from '@glasshouse/ui/Button'
import { useTranslation } from '../i18n/useTranslation.ts'
import { openDesktopSite, openPhoneSite, site, wantsDesktopSite } from '../site.ts'

/** Link to the other site. On the desktop site only for devices that would have opened the phone site. */
export function SiteSwitch() {
  const { t } = useTranslation()
  if (site === 'phone')
    return (
      <Button variant="quiet" size="s" onClick={openDesktopSite}>
        {t('toDesktop')}
      </Button>
    )
  return wantsDesktopSite() ? (
    <Button variant="quiet" size="s" onClick={openPhoneSite}>
      {t('toPhone')}
    </Button>
  ) : null
}
