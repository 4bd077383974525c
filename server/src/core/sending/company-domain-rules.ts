/**
 * Providers that give an address to anyone, so that people who share one are not of one company. Not a
 * package: free-email-domains downloads its list when it is installed.
 */
const freeProviders: ReadonlySet<string> = new Set(
  `126.com 163.com aim.com aliyun.com aol.com arcor.de att.net bell.net bellsouth.net bigpond.com bk.ru blueyonder.co.uk
   bluewin.ch bol.com.br btinternet.com btopenworld.com caramail.com centrum.cz charter.net comcast.net cox.net
   daum.net duck.com earthlink.net eircom.net email.cz email.de fastmail.com fastmail.fm free.fr freenet.de freemail.hu
   gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com home.nl hotmail.be hotmail.ca
   hotmail.co.uk hotmail.com hotmail.com.br hotmail.de hotmail.es hotmail.fr hotmail.it hotmail.nl hushmail.com
   icloud.com ig.com.br inbox.lv inbox.ru interia.pl juno.com kolumbus.fi laposte.net libero.it list.ru live.be live.ca
   live.cn live.co.uk live.com live.com.au live.de live.dk live.fr live.ie live.it live.nl live.no live.se mac.com
   mail.bg mail.com mail.de mail.ee mail.ru mailbox.org mailfence.com me.com msn.com naver.com neuf.fr nifty.com
   ntlworld.com o2.pl online.de onet.pl online.no optonline.net optusnet.com.au orange.fr outlook.at outlook.com
   outlook.com.br outlook.de outlook.es outlook.fr outlook.it outlook.jp outlook.pt pm.me poczta.onet.pl posteo.de
   posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com rogers.com
   runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn sina.com skynet.be sky.com sohu.com
   sympatico.ca t-online.de talktalk.net telenet.be telus.net terra.com.br tim.it tin.it tiscali.co.uk tiscali.it
   tuta.com tuta.io tutanota.com tutanota.de ukr.net uol.com.br verizon.net virgilio.it virgin.net virginmedia.com
   vodafone.it voila.fr wanadoo.fr wanadoo.nl web.de windowslive.com wp.pl xs4all.nl xtra.co.nz ya.ru yahoo.ca
   yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.kr yahoo.co.nz yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.au
   yahoo.com.br yahoo.com.mx yahoo.com.ph yahoo.com.sg yahoo.com.tw yahoo.com.vn yahoo.de yahoo.dk yahoo.es yahoo.fr
   yahoo.gr yahoo.ie yahoo.in yahoo.it yahoo.no yahoo.pl yahoo.ro yahoo.se yandex.com yandex.ru yeah.net ymail.com
   zoho.com ziggo.nl zohomail.com`.split(/\s+/),
);

/** The domain of an address, or null for one of a free email provider. */
export function companyDomainOf(emailKey: string | null): string | null {
  const domain = emailKey?.slice(emailKey.lastIndexOf('@') + 1);
  return domain === undefined || freeProviders.has(domain) ? null : domain;
}
