import type { Language } from '@glasshouse/core/wire/languages'

type LetterText = { readonly subject: string; readonly text: string }
type Values = { readonly device: string; readonly place: string; readonly time: string }

const texts: Readonly<Record<Language, LetterText>> = {
  en: {
    subject: 'New sign-in to your Glasshouse account',
    text: 'Your account was signed in to from a device it had not been used on before: {device}, address {place}, {time} (UTC+1). If this was you, there is nothing to do. If it was not, reset your password now: that ends all sessions.',
  },
  ja: {
    subject: 'Glasshouse アカウントへの新しいログイン',
    text: '初めての端末からログインがありました: {device}、アドレス {place}、{time}（UTC+1）。ご本人であれば何もする必要はありません。お心当たりがない場合は、すぐにパスワードを再設定してください。すべてのセッションが終了します。',
  },
  kr: {
    subject: 'Glasshouse 계정에 새 로그인',
    text: '처음 사용하는 기기에서 로그인했습니다: {device}, 주소 {place}, {time} (UTC+1). 본인이라면 아무것도 하지 않아도 됩니다. 본인이 아니라면 지금 비밀번호를 재설정하세요. 모든 세션이 종료됩니다.',
  },
  th: {
    subject: 'มีการเข้าสู่ระบบบัญชี Glasshouse ของคุณจากอุปกรณ์ใหม่',
    text: 'มีการเข้าสู่ระบบจากอุปกรณ์ที่ไม่เคยใช้มาก่อน: {device} ที่อยู่ {place} เมื่อ {time} (UTC+1) หากเป็นคุณ ไม่ต้องทำอะไร หากไม่ใช่คุณ ให้ตั้งรหัสผ่านใหม่ทันที ซึ่งจะยุติทุกเซสชัน',
  },
  ru: {
    subject: 'Новый вход в ваш аккаунт Glasshouse',
    text: 'В аккаунт вошли с устройства, которое раньше не использовалось: {device}, адрес {place}, {time} (UTC+1). Если это вы, ничего делать не нужно. Если не вы, сразу сбросьте пароль: это завершит все сеансы.',
  },
  es: {
    subject: 'Nuevo inicio de sesión en tu cuenta de Glasshouse',
    text: 'Se inició sesión desde un dispositivo que no se había usado antes: {device}, dirección {place}, {time} (UTC+1). Si fuiste tú, no tienes que hacer nada. Si no, restablece tu contraseña ahora: eso cierra todas las sesiones.',
  },
  pt: {
    subject: 'Novo acesso à sua conta Glasshouse',
    text: 'Houve um acesso de um dispositivo que ainda não tinha sido usado: {device}, endereço {place}, {time} (UTC+1). Se foi você, não há nada a fazer. Se não foi, redefina sua senha agora: isso encerra todas as sessões.',
  },
  zh_CN: {
    subject: '您的 Glasshouse 账户有新的登录',
    text: '您的账户在一台未使用过的设备上登录：{device}，地址 {place}，{time}（UTC+1）。如果是您本人，无需任何操作。如果不是，请立即重置密码，所有会话将随之结束。',
  },
  zh_TW: {
    subject: '您的 Glasshouse 帳戶有新的登入',
    text: '您的帳戶在一台未使用過的裝置上登入：{device}，位址 {place}，{time}（UTC+1）。如果是您本人，無需任何操作。如果不是，請立即重設密碼，所有工作階段將隨之結束。',
  },
}

/** Subject and text of the letter about a sign-in from a new device; `time` as the product shows it. */
export const newDeviceLetter = (lang: Language, values: Values): LetterText => {
  const { subject, text } = texts[lang]
  return { subject, text: text.replace(/\{(device|place|time)\}/g, (_, name: keyof Values) => values[name]) }
}
