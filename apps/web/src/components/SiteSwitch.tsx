import { Button } from '@glasshouse/ui/Button'
import { useTranslation } from '../i18n/useTranslation.ts'
import { openDesktopSite, openPhoneSite, site, wantsDesktopSite } from '../layouts/site.ts'

/** Leads from one site to the other; on the large one only where the small one would have opened by itself. */
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
