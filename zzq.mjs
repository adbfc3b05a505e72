const file=process.argv[2]; const {default: lib}=await import('node-sqlite3-wasm');
const db=new lib.Database(file); db.exec('pragma locking_mode = exclusive');
const T=(n,q,v)=>{const b=process.cpuUsage(); const r=db.all(q,v); const u=process.cpuUsage(b); console.log(n.padEnd(30),((u.user+u.system)/1000).toFixed(0),r.length<3?JSON.stringify(r,(k,v)=>typeof v==="bigint"?String(v):v).slice(0,100):r.length);};
for (let i=0;i<2;i++){
T('count queue',"select count(*) as found from (select 1 from words where words match ? limit ?)",['"queu"',1]);
T('count databas',"select count(*) as found from (select 1 from words where words match ? limit ?)",['"databas"',1]);
T('count both',"select count(*) as found from (select 1 from words where words match ? limit ?)",['("queu" AND "databas" AND {title text} : ("queu" OR "databas"))',10000]);
T('count both rank5',"select count(*) as found from (select 1 from words where words match ? limit ?)",['("queu" AND "databas" AND {title text} : ("queu" OR "databas")) AND ({rank_of} : "§5")',10000]);
T('entries', "select count(*) as n, max(id) from entries",[]);
T('segs', "select count(distinct segid) as n, count(*) as m from words_idx",[]);
T('size', "select count(*) as n, sum(length(block)) as s from words_data",[]);
}
db.close();
