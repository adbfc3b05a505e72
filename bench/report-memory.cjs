// Loaded before the program (`node --require`): writes what the process used when it ends.
'use strict';
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { max_rss_mb: maxRSS / 1024, cpu_ms: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(process.env.BENCH_USAGE_FILE, JSON.stringify(usage));
});
