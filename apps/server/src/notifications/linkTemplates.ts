import type { Language } from '@glasshouse/core/wire/languages'
import { fill, type MessageText } from './templates.ts'

/**
 * What a message with a link is about: `addressChanged` goes to the old address and its link brings it back;
 * `lostFactor` says that second factors will be taken away and its link prevents that; `newDevice` reports a sign-in and
 * its link locks the account. No other message holds a link.
 */
export type LinkMessage = 'addressChanged' | 'lostFactor' | 'newDevice'

const linkTexts: Readonly<Record<Language, Readonly<Record<LinkMessage, MessageText>>>> = {
  en: {
    addressChanged: {
      subject: 'Your Glasshouse account has a new address',
      text: 'Your account now uses {address} instead of this address ({time}, UTC+1). If this was you, there is nothing to do. If it was not, open this link within 72 hours. It brings this address back, ends all sessions and locks the account: {link}',
    },
    lostFactor: {
      subject: 'Two-factor authentication of your Glasshouse account will be removed',
      text: 'Somebody who knows your password asked to remove two-factor authentication, because the device was lost. It is removed on {until} (UTC+1). If this was not you, open this link to stop it, then reset your password: {link}',
    },
    newDevice: {
      subject: 'New sign-in to your Glasshouse account',
      text: 'Your account was signed in to from a device it had not been used on before: {device}, address {place}, {time} (UTC+1). If this was you, there is nothing to do. If it was not, open this link within 72 hours. It ends all sessions and locks the account: {link}',
    },
  },
  ja: {
    addressChanged: {
      subject: 'Glasshouse アカウントの連絡先が変更されました',
      text: 'アカウントの連絡先が、この宛先から {address} に変更されました（{time}、UTC+1）。ご本人であれば何もする必要はありません。お心当たりがない場合は、72 時間以内に次のリンクを開いてください。連絡先が元に戻り、すべてのセッションが終了し、アカウントがロックされます: {link}',
    },
    lostFactor: {
      subject: 'Glasshouse アカウントの2段階認証が解除されます',
      text: '端末の紛失を理由に、パスワードを知っている人が2段階認証の解除を申請しました。{until}（UTC+1）に解除されます。お心当たりがない場合は、次のリンクを開いて中止し、パスワードを再設定してください: {link}',
    },
    newDevice: {
      subject: 'Glasshouse アカウントへの新しいログイン',
      text: '初めての端末からログインがありました: {device}、アドレス {place}、{time}（UTC+1）。ご本人であれば何もする必要はありません。お心当たりがない場合は、72 時間以内に次のリンクを開いてください。すべてのセッションが終了し、アカウントがロックされます: {link}',
    },
  },
  kr: {
    addressChanged: {
      subject: 'Glasshouse 계정의 연락처가 변경되었습니다',
      text: '계정의 연락처가 이 주소에서 {address}(으)로 변경되었습니다 ({time}, UTC+1). 본인이라면 아무것도 하지 않아도 됩니다. 본인이 아니라면 72시간 안에 이 링크를 여세요. 연락처가 되돌려지고 모든 세션이 종료되며 계정이 잠깁니다: {link}',
    },
    lostFactor: {
      subject: 'Glasshouse 계정의 2단계 인증이 해제됩니다',
      text: '비밀번호를 아는 사람이 기기 분실을 이유로 2단계 인증 해제를 요청했습니다. {until}(UTC+1)에 해제됩니다. 본인이 아니라면 이 링크를 열어 중단하고 비밀번호를 재설정하세요: {link}',
    },
    newDevice: {
      subject: 'Glasshouse 계정에 새 로그인',
      text: '처음 사용하는 기기에서 로그인했습니다: {device}, 주소 {place}, {time} (UTC+1). 본인이라면 아무것도 하지 않아도 됩니다. 본인이 아니라면 72시간 안에 이 링크를 여세요. 모든 세션이 종료되고 계정이 잠깁니다: {link}',
    },
  },
  th: {
    addressChanged: {
      subject: 'บัญชี Glasshouse ของคุณมีที่อยู่ติดต่อใหม่',
      text: 'บัญชีของคุณใช้ {address} แทนที่อยู่นี้แล้ว ({time}, UTC+1) หากเป็นคุณ ไม่ต้องทำอะไร หากไม่ใช่คุณ ให้เปิดลิงก์นี้ภายใน 72 ชั่วโมง ลิงก์จะคืนที่อยู่นี้ ยุติทุกเซสชัน และล็อกบัญชี: {link}',
    },
    lostFactor: {
      subject: 'การยืนยันสองขั้นตอนของบัญชี Glasshouse จะถูกยกเลิก',
      text: 'มีผู้ที่รู้รหัสผ่านของคุณขอยกเลิกการยืนยันสองขั้นตอนเพราะอุปกรณ์หาย จะยกเลิกในวันที่ {until} (UTC+1) หากไม่ใช่คุณ ให้เปิดลิงก์นี้เพื่อหยุด แล้วตั้งรหัสผ่านใหม่: {link}',
    },
    newDevice: {
      subject: 'มีการเข้าสู่ระบบบัญชี Glasshouse ของคุณจากอุปกรณ์ใหม่',
      text: 'มีการเข้าสู่ระบบจากอุปกรณ์ที่ไม่เคยใช้มาก่อน: {device} ที่อยู่ {place} เมื่อ {time} (UTC+1) หากเป็นคุณ ไม่ต้องทำอะไร หากไม่ใช่คุณ ให้เปิดลิงก์นี้ภายใน 72 ชั่วโมง ลิงก์จะยุติทุกเซสชันและล็อกบัญชี: {link}',
    },
  },
  ru: {
    addressChanged: {
      subject: 'У вашего аккаунта Glasshouse новый адрес',
      text: 'Вместо этого адреса в аккаунте теперь указан {address} ({time}, UTC+1). Если это вы, ничего делать не нужно. Если не вы, откройте эту ссылку в течение 72 часов: она вернёт прежний адрес, завершит все сеансы и заблокирует аккаунт: {link}',
    },
    lostFactor: {
      subject: 'Двухфакторная аутентификация вашего аккаунта Glasshouse будет отключена',
      text: 'Кто-то, кто знает ваш пароль, попросил отключить двухфакторную аутентификацию из-за потери устройства. Она отключится {until} (UTC+1). Если это не вы, откройте эту ссылку, чтобы отменить запрос, и сбросьте пароль: {link}',
    },
    newDevice: {
      subject: 'Новый вход в ваш аккаунт Glasshouse',
      text: 'В аккаунт вошли с устройства, которое раньше не использовалось: {device}, адрес {place}, {time} (UTC+1). Если это вы, ничего делать не нужно. Если не вы, откройте эту ссылку в течение 72 часов: она завершит все сеансы и заблокирует аккаунт: {link}',
    },
  },
  es: {
    addressChanged: {
      subject: 'Tu cuenta de Glasshouse tiene una dirección nueva',
      text: 'Tu cuenta usa ahora {address} en lugar de esta dirección ({time}, UTC+1). Si fuiste tú, no tienes que hacer nada. Si no, abre este enlace en las próximas 72 horas: recupera esta dirección, cierra todas las sesiones y bloquea la cuenta: {link}',
    },
    lostFactor: {
      subject: 'Se quitará la autenticación en dos pasos de tu cuenta de Glasshouse',
      text: 'Alguien que conoce tu contraseña pidió quitar la autenticación en dos pasos porque perdió el dispositivo. Se quitará el {until} (UTC+1). Si no fuiste tú, abre este enlace para impedirlo y restablece tu contraseña: {link}',
    },
    newDevice: {
      subject: 'Nuevo inicio de sesión en tu cuenta de Glasshouse',
      text: 'Se inició sesión desde un dispositivo que no se había usado antes: {device}, dirección {place}, {time} (UTC+1). Si fuiste tú, no tienes que hacer nada. Si no, abre este enlace en 72 horas: cierra todas las sesiones y bloquea la cuenta: {link}',
    },
  },
  pt: {
    addressChanged: {
      subject: 'Sua conta Glasshouse tem um novo endereço',
      text: 'Sua conta agora usa {address} em vez deste endereço ({time}, UTC+1). Se foi você, não há nada a fazer. Se não foi, abra este link em até 72 horas: ele restaura este endereço, encerra todas as sessões e bloqueia a conta: {link}',
    },
    lostFactor: {
      subject: 'A autenticação em dois fatores da sua conta Glasshouse será removida',
      text: 'Alguém que sabe sua senha pediu a remoção da autenticação em dois fatores por perda do dispositivo. Ela será removida em {until} (UTC+1). Se não foi você, abra este link para impedir e redefina sua senha: {link}',
    },
    newDevice: {
      subject: 'Novo acesso à sua conta Glasshouse',
      text: 'Houve um acesso de um dispositivo que ainda não tinha sido usado: {device}, endereço {place}, {time} (UTC+1). Se foi você, não há nada a fazer. Se não foi, abra este link em até 72 horas: ele encerra todas as sessões e bloqueia a conta: {link}',
    },
  },
  zh_CN: {
    addressChanged: {
      subject: '您的 Glasshouse 账户更换了联系方式',
      text: '您的账户已改用 {address}，不再使用此联系方式（{time}，UTC+1）。如果是您本人，无需任何操作。如果不是，请在 72 小时内打开此链接：它会恢复此联系方式、结束所有会话并锁定账户：{link}',
    },
    lostFactor: {
      subject: '您的 Glasshouse 账户即将取消双重验证',
      text: '有知道您密码的人以设备丢失为由申请取消双重验证，将于 {until}（UTC+1）取消。如果不是您本人，请打开此链接阻止，并重置密码：{link}',
    },
    newDevice: {
      subject: '您的 Glasshouse 账户有新的登录',
      text: '您的账户在一台未使用过的设备上登录：{device}，地址 {place}，{time}（UTC+1）。如果是您本人，无需任何操作。如果不是，请在 72 小时内打开此链接，所有会话将结束，账户将被锁定：{link}',
    },
  },
  zh_TW: {
    addressChanged: {
      subject: '您的 Glasshouse 帳戶更換了聯絡方式',
      text: '您的帳戶已改用 {address}，不再使用此聯絡方式（{time}，UTC+1）。如果是您本人，無需任何操作。如果不是，請在 72 小時內開啟此連結：它會恢復此聯絡方式、結束所有工作階段並鎖定帳戶：{link}',
    },
    lostFactor: {
      subject: '您的 Glasshouse 帳戶即將取消兩步驟驗證',
      text: '有知道您密碼的人以裝置遺失為由申請取消兩步驟驗證，將於 {until}（UTC+1）取消。如果不是您本人，請開啟此連結阻止，並重設密碼：{link}',
    },
    newDevice: {
      subject: '您的 Glasshouse 帳戶有新的登入',
      text: '您的帳戶在一台未使用過的裝置上登入：{device}，位址 {place}，{time}（UTC+1）。如果是您本人，無需任何操作。如果不是，請在 72 小時內開啟此連結，所有工作階段將結束，帳戶將被鎖定：{link}',
    },
  },
}

/** Subject and text of a message with a link; the names in curly brackets are filled in from `values`. */
export const linkMessage = (
  lang: Language,
  about: LinkMessage,
  values: Readonly<Record<string, string>>,
): MessageText => {
  const { subject, text } = linkTexts[lang][about]
  return { subject, text: fill(text, values) }
}
