import { openEditor } from './browser.mts';
const { browser, page } = await openEditor('http://127.0.0.1:5700', { email: 'demo@example.com', password: 'Avalanche-demo-1' });
const shot = async (n: string) => { await page.waitForTimeout(1500); await page.screenshot({ path: `/tmp/shot-${n}.png` }); };
try {
await page.goto('http://127.0.0.1:5700/workflow/new');
await page.waitForTimeout(4000);
await page.locator('[data-test-id=suggested-actions-close]').click({ timeout: 2000 }).catch(() => undefined);
await shot('1');
await page.mouse.click(820, 447);
await page.waitForTimeout(2000);
await page.keyboard.type('manual', { delay: 60 });
await page.waitForTimeout(1500);
await page.keyboard.press('Enter');
await page.waitForTimeout(2000);
await page.keyboard.press('Tab');
await page.waitForTimeout(2000);
await page.keyboard.type(process.argv[2] ?? 'reward', { delay: 60 });
await shot('2');
await page.locator('[data-test-id=node-creator-item-name]', { hasText: process.argv[3] ?? 'Avalanche Data' }).first().click();
await page.waitForTimeout(1500); await shot('3');
await page.locator('[data-test-id=node-creator-action-item], [data-test-id=node-creator-item-name]', { hasText: process.argv[4] ?? 'Get many staking rewards' }).first().click();
await page.waitForTimeout(4000); await shot('4');
const ids = page.locator('[data-test-id=parameter-input-nodeIds] input, [data-test-id=parameter-input-nodeIds] textarea').first();
await ids.fill('NodeID-4mJdzxfrCK6DkQ2eJiZHZe1ZT6Xaz7Gsn');
await page.locator('[data-test-id=node-execute-button]').click();
await page.waitForTimeout(6000); await shot('5');

} catch (e) { console.log(String(e)); await shot('err'); }
await browser.close();
