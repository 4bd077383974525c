import type { Prospect } from '@outcrop/contract';
import { getDomain, parse } from 'tldts';

/** Public mail providers: their domain is not a company website. */
const publicMailDomains = new Set(
  (
    'gmail.com googlemail.com yahoo.com ymail.com rocketmail.com hotmail.com outlook.com live.com msn.com ' +
    'icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net gmx.at gmx.ch web.de ' +
    't-online.de freenet.de posteo.de mailbox.org fastmail.com hey.com zoho.com mail.com email.com yandex.com yandex.ru ' +
    'mail.ru bk.ru list.ru inbox.ru rambler.ru qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net ' +
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it alice.it tiscali.it terra.com.br uol.com.br bol.com.br ' +
    'seznam.cz wp.pl o2.pl onet.pl interia.pl btinternet.com sky.com virginmedia.com comcast.net verizon.net att.net cox.net ' +
    'rediffmail.com tutanota.com tuta.io duck.com bluewin.ch hispeed.ch telenet.be skynet.be ziggo.nl kpnmail.nl'
  ).split(' '),
);

const notCompanySites =
  /(?:^|\.)(?:linkedin|facebook|instagram|twitter|x|youtube|tiktok|medium|github|xing)\.com$/;

/** The likely company website, and whether it was given or derived from the email address. */
export function companySite({
  website,
  email,
}: Pick<Prospect, 'website' | 'email'>): { home: URL; isGiven: boolean } | null {
  const given = website === null ? null : homePageOf(website);
  if (given) return { home: given, isGiven: true };
  const host = email?.split('@').at(-1)?.toLowerCase();
  if (!host || isPublicMailDomain(host)) return null;
  const home = homePageOf(host);
  return home && { home, isGiven: false };
}

const isPublicMailDomain = (host: string): boolean =>
  publicMailDomains.has(host) ||
  publicMailDomains.has(getDomain(host) ?? host) ||
  /^yahoo\./.test(getDomain(host) ?? '');

function homePageOf(text: string): URL | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const { isIp, domain } = parse(url.hostname);
  if (
    (!isIp && domain === null && url.hostname !== 'localhost') ||
    notCompanySites.test(url.hostname)
  )
    return null;
  return new URL('/', url);
}
