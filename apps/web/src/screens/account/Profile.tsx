import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { Avatar } from '../../components/avatars/Avatar.tsx'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { Activation } from './Activation.tsx'
import { useCopy } from './useCopy.ts'

const EditProfile = lazy(() => import('./EditProfile.tsx'))
const ChooseAvatar = lazy(() => import('./ChooseAvatar.tsx'))

/** Who is signed in: picture, name, addresses, codes. */
export function Profile({ info }: { info: QueryState<ProfileView> }) {
  if (info.data) return <Known info={info.data} />
  return (
    <Panel inset busy={info.loading}>
      {info.error ? <ListError list={info} /> : <Skeleton width="100%" height={180} />}
    </Panel>
  )
}

function Known({ info }: { info: ProfileView }) {
  const { t } = useTranslation('mine')
  const [opened, setOpened] = useState<'avatar' | 'edit' | null>(null)
  const name = info.username === '' ? info.email.replace(/@.*$/, '') : info.username
  const close = () => setOpened(null)
  return (
    <Panel inset>
      <div className={styles.who}>
        <button
          type="button"
          className={styles.face}
          aria-label={t('profile.changeAvatar')}
          title={t('profile.changeAvatar')}
          onClick={() => setOpened('avatar')}
        >
          <Avatar index={info.avatar} size={56} />
          <span className={styles.pen}>
            <Icon name="plus" size={12} />
          </span>
        </button>
        <div className={styles.whoText}>
          <h2 className={styles.name}>{name}</h2>
          <span className={styles.small}>{t('profile.uid', { uid: info.uid })}</span>
        </div>
        <Button size="s" onClick={() => setOpened('edit')}>
          {t('profile.edit')}
        </Button>
      </div>
      <Details info={info} />
      <Suspense fallback={null}>
        {opened === 'edit' && <EditProfile info={info} onClose={close} />}
        {opened === 'avatar' && <ChooseAvatar chosen={info.avatar} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

function Details({ info }: { info: ProfileView }) {
  const { t } = useTranslation('mine')
  return (
    <DescriptionList
      items={[
        { id: 'email', label: t('profile.email'), value: <span className={styles.copy}>{info.email}</span> },
        { id: 'phone', label: t('profile.phone'), value: info.phone },
        { id: 'credit', label: t('profile.credit'), value: info.creditScore },
        {
          id: 'code',
          label: t('profile.code'),
          value: <Copied text={String(info.uid)} label={t('profile.copyCode')} />,
        },
        {
          id: 'activation',
          label: t('profile.activation'),
          value: <Copied text={info.activationCode} label={t('profile.copyActivation')} />,
          working: <Activation state={info.activation} />,
        },
      ]}
    />
  )
}

/** A text with the button that copies it. */
function Copied({ text, label }: { text: string; label: string }) {
  const copy = useCopy()
  return (
    <span className={styles.copy}>
      {text}
      <IconButton icon="copy" label={label} small onClick={() => copy(text)} />
    </span>
  )
}
