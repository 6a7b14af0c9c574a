'use strict';
const $=(id)=>document.getElementById(id),root=document.documentElement;
const want=location.hash==='#asked-de'?'de':location.hash==='#asked-en'?'en':(navigator.languages||[]).map((l)=>l.slice(0,2)).find((l)=>l==='de'||l==='en');
if(want){$('l-'+want).checked=true;root.lang=want}
for(const i of document.querySelectorAll('[name=l]'))i.addEventListener('change',()=>{root.lang=i.id.slice(2);if(self.show)self.show()});
const theme=$('theme');theme.hidden=false;
theme.addEventListener('click',()=>{const now=root.dataset.theme||(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light');root.dataset.theme=now==='dark'?'light':'dark'});
const two=(en,de)=>{const f=document.createDocumentFragment();for(const [l,t] of [['en',en],['de',de]]){const s=document.createElement('span');s.lang=l;s.textContent=t;f.append(s)}return f};
const open=()=>{const e=/^#t\d+$/.test(location.hash)&&$(location.hash.slice(1));if(e){e.closest('details').open=true;e.scrollIntoView()}};addEventListener('hashchange',open);open();
const cd=$('cd');
if(cd){const tick=()=>{const m=Math.floor((Date.parse(cd.dataset.at)-Date.now())/6e4),d=Math.floor(m/1440),h=Math.floor(m/60)%24;if(m>0&&d<400)cd.replaceChildren(two(`${d} d ${h} h ${m%60} min`,`${d} T ${h} Std ${m%60} Min`));else if(m<=0)cd.replaceChildren(two('being resolved','wird ausgewertet'))};tick();setInterval(tick,3e4)}
const raw=$('data');
if(raw){
const D=JSON.parse(raw.textContent),N=D.at.length,last=D.turns.length-1,svg=document.querySelector('svg.world');
// fields: doubled coordinates, by place
const cells=[],at=new Map();for(const [y,h,n] of D.rows)for(let i=0;i<n;i++){at.set((h+2*i)+','+y,cells.length);cells.push([h+2*i,y])}
const base=(s)=>{let p=-1;return s?s.split(' ').map((x)=>{const [gap,v]=x.split(':');p+=parseInt(gap,36)+1;return[p,v===undefined?1:parseInt(v,36)]}):[]};
// states after each turn, from their changes
const grow=(list)=>{const out=[];let now=new Uint16Array(cells.length);for(const s of list){now=now.slice();for(const [i,v] of base(s))now[i]=v;out.push(now)}return out};
const owners=grow(D.owners),built=grow(D.built),seen=D.seen.map(grow);
const chance=(x,y,k)=>{let n=(Math.imul(x,374761393)+Math.imul(y,668265263)+Math.imul(k,2246822519|0))|0;n=Math.imul(n^(n>>>13),1274126177);return(n^(n>>>16))&1023};
const half=34*D.scale,third=59/3*D.scale,top=2*third,mid=([h,y])=>[(h-D.west+1)*half,(D.north-y)*3*third+top];
const spot=(x,y)=>[(x-D.west+1)*half+(chance(x,y,1)/1023-.5)*.26*half,(y+3*D.north)*third+top+(chance(x,y,2)/1023-.5)*.26*half];
const around=[[0,-2],[1,-1],[1,1],[0,2],[-1,1],[-1,-1]],beyond=[[1,1],[2,0],[1,-1],[-1,-1],[-2,0],[-1,1]];
const outline=(isIn,inset)=>{const next=new Map();let d='';
for(let i=0;i<cells.length;i++){if(!isIn(i))continue;const [h,y]=cells[i];for(let e=0;e<6;e++){const j=at.get((h+beyond[e][0])+','+(y+beyond[e][1]));if(j!==undefined&&isIn(j))continue;
const a=around[e],b=around[(e+1)%6];next.set((h+a[0])+','+(a[1]-3*y),[h+a[0],a[1]-3*y,(h+b[0])+','+(b[1]-3*y),i])}}
for(const first of [...next.keys()]){const ring=[];let was=-1;for(let k=first,e;(e=next.get(k));k=e[2]){next.delete(k);let [x,y]=spot(e[0],e[1]);if(inset){let m=mid(cells[e[3]]);if(was>=0){const l=mid(cells[was]);m=[(m[0]+l[0])/2,(m[1]+l[1])/2]}x+=(m[0]-x)*inset;y+=(m[1]-y)*inset}ring.push([x,y]);was=e[3]}
if(ring.length<3)continue;const c=(i)=>{const a=ring[i%ring.length],b=ring[(i+1)%ring.length];return((a[0]+b[0])/2).toFixed(1)+' '+((a[1]+b[1])/2).toFixed(1)};
d+='M'+c(ring.length-1);ring.forEach((p,i)=>{d+='Q'+p[0].toFixed(1)+' '+p[1].toFixed(1)+' '+c(i)});d+='Z'}return d};
const make=(name,set,text)=>{const e=document.createElementNS('http://www.w3.org/2000/svg',name);for(const k in set)e.setAttribute(k,set[k]);if(text)e.textContent=text;return e};
const layer=(id)=>svg.querySelector('#'+id);
let turn=last,eyes=0,timer=0;
const sheet=svg.viewBox.baseVal,[wide,high]=[sheet.width,sheet.height],narrow=matchMedia('(max-width:760px)');
// a full sheet has a torn rim of half a field
const rim=D.rows.length>9&&D.rows.every((r)=>r[2]===D.rows[0][2])?[1.15*half,1.15*third]:[0,0];
// view is what of the map fills the window: for one realm's eyes what it knew, otherwise the sheet; x, y, width, height
const view=(k)=>{let box=[rim[0],rim[1],wide-rim[0],high-rim[1]];
if(k){box=[1/0,1/0,-1/0,-1/0];for(let i=0;i<cells.length;i++)if(k[i]){const [x,y]=mid(cells[i]);box=[Math.min(box[0],x-half),Math.min(box[1],y-top),Math.max(box[2],x+half),Math.max(box[3],y+top)]}}
if(box[0]>box[2])box=[0,0,wide,high];
const shape=narrow.matches?4/3:wide/high,air=k?1.01:1,w0=box[2]-box[0],h0=box[3]-box[1],w=Math.max(w0*air,h0*air*shape),h=w/shape;
svg.style.aspectRatio=String(shape);
return[(box[0]+box[2]-w)/2,(box[1]+box[3]-h)/2,w,h]};
// names by the size of their realms: one that would leave the window, or lie on another, is left out
const named=(o,b,n,[x0,y0,w,h])=>{const lab=layer('lab'),f=15*w/Math.max(svg.clientWidth,1),size=new Map(),taken=[];
for(const r of o)if(r)size.set(r,(size.get(r)||0)+1);
lab.replaceChildren();lab.style.fontSize=f.toFixed(1)+'px';
for(const [r] of [...size].sort((p,q)=>q[1]-p[1])){let x=0,y=0,all=0;for(let i=0;i<cells.length;i++)if(o[i]===r){const m=mid(cells[i]);if(b[i]&&D.kinds[b[i]-1]==='capital'){[x,y]=m;all=1;break}x+=m[0];y+=m[1];all++}
x/=all;y=y/all+9+f;const name=n[r]||D.names[r],far=.29*f*name.length,box=[x-far,y-f,x+far,y+.3*f];
if(box[0]<x0||box[2]>x0+w||box[1]<y0||box[3]>y0+h||taken.some((t)=>t[0]<box[2]&&box[0]<t[2]&&t[1]<box[3]&&box[1]<t[3]))continue;
taken.push(box);lab.append(make('text',{class:'lab',x:x.toFixed(1),y:y.toFixed(1)},name))}};
const what=()=>{const o=owners[turn],b=built[turn];if(!eyes)return{o,b,k:null};
const k=seen[eyes-1][turn],oo=new Uint16Array(cells.length),bb=new Uint16Array(cells.length);
for(let i=0;i<cells.length;i++){if(!k[i])continue;let t=turn;while(t>0&&seen[eyes-1][t][i]!==2)t--;if(seen[eyes-1][t][i]===2){oo[i]=owners[t][i];bb[i]=built[t][i]}}return{o:oo,b:bb,k}};
const star=(r)=>{let s='';for(let i=0;i<16;i++){const q=i%2?r*.55:r,a=i*Math.PI/8;s+=(i?'L':'M')+(Math.sin(a)*q).toFixed(1)+' '+(-Math.cos(a)*q).toFixed(1)}return s+'Z'};
self.show=()=>{const {o,b,k}=what(),T=D.turns[turn],dim=(i)=>k&&k[i]===1;
const own=layer('own');own.replaceChildren();for(const r of new Set(o))if(r){const g=make('g',{class:'r'+r}),isIn=(i)=>o[i]===r;g.append(make('path',{class:'wash',d:outline(isIn,0)}),make('path',{class:'band',d:outline(isIn,.11)}));own.append(g)}
const bld=layer('bld');bld.replaceChildren();for(let i=0;i<cells.length;i++)if(b[i]){const m=mid(cells[i]);bld.append(make('use',{class:'r'+o[i],href:'#b-'+D.kinds[b[i]-1],x:m[0].toFixed(0),y:m[1].toFixed(0)}))}
const at4=view(k),fog=layer('fog');svg.setAttribute('viewBox',at4.map((n)=>n.toFixed(1)).join(' '));svg.classList.toggle('eyes',!!k);
fog.replaceChildren();if(k)fog.append(make('path',{class:'dim',d:outline(dim,0)}),make('path',{class:'unk','fill-rule':'evenodd',d:`M${-9*wide} ${-9*high}H${10*wide}V${10*high}H${-9*wide}Z`+outline((i)=>!!k[i],0)}));
const act=layer('act');act.replaceChildren();
if($('o-a').checked)for(const [i,r,n] of T.a||[])if(!k||k[i]===2){const m=mid(cells[i]),s=Math.max(4,Math.min(11,3+Math.sqrt(n)/9));act.append(make('path',{class:'arm r'+r,d:`M${m[0]-s} ${m[1]-s}h${2*s}v${s}q0 ${s} ${-s} ${1.5*s}q${-s} ${-.5*s} ${-s} ${-1.5*s}z`}))}
if($('o-b').checked)for(const [i,n] of T.b||[])if(!k||k[i]===2){const m=mid(cells[i]);act.append(make('path',{class:'clash',transform:`translate(${m[0].toFixed(0)} ${m[1].toFixed(0)})`,d:star(Math.max(8,Math.min(22,6+Math.sqrt(n)/4)))}))}
named(o,b,T.n,at4);
const num=(n)=>n.toLocaleString(root.lang==='de'?'de-DE':'en-GB');
$('when').replaceChildren(two(T.t[0],T.t[1]));$('turn').value=turn;
document.querySelectorAll('.hist rect').forEach((r,i)=>r.classList.toggle('now',i+1===turn));
if(D.counts){const best=Math.max(1,...T.c.map((c)=>c[1])),list=$('rank'),rows=T.c.slice().sort((p,q)=>q[1]-p[1]);list.replaceChildren(...rows.map(([r,n])=>{const li=document.createElement('li'),row=document.createElement('button'),span=document.createElement('span'),bold=document.createElement('b'),bar=make('svg',{class:'bar2 r'+r,viewBox:'0 0 100 6',preserveAspectRatio:'none'});bar.append(make('rect',{width:100*n/best,height:6}));span.textContent=T.n[r]||D.names[r];span.append(bar);bold.textContent=num(n);const own=document.querySelector(`.views [data-r="${r}"] svg`);row.dataset.r=r;row.append(own.cloneNode(true),span,bold);row.setAttribute('aria-pressed',String(r===eyes));row.addEventListener('click',()=>look(eyes===r?0:r));li.append(row);return li}))}
const saw=$('saw');saw.hidden=!eyes;
if(eyes){let all=0,now=0;for(const v of k){all+=v>0;now+=v===2}const name=T.n[eyes]||D.names[eyes];saw.replaceChildren(document.querySelector(`.views [data-r="${eyes}"] svg`).cloneNode(true),two(`As ${name} knew the world: ${all} fields known, ${now} in sight.`,`Wie ${name} die Welt kannte: ${all} Felder bekannt, ${now} in Sicht.`))}
for(const v of document.querySelectorAll('.views button'))v.setAttribute('aria-pressed',String(+v.dataset.r===eyes))};
const stop=()=>{clearInterval(timer);timer=0;$('play').classList.remove('on')};
document.querySelector('.tl').hidden=false;$('eyes').hidden=false;
$('turn').addEventListener('input',()=>{stop();turn=+$('turn').value;self.show()});
$('play').addEventListener('click',()=>{if(timer)return stop();if(turn===last)turn=0;self.show();$('play').classList.add('on');timer=setInterval(()=>{if(turn>=last)return stop();turn++;self.show()},Math.max(250,20000/(last+1)))});
const look=(r)=>{eyes=r;self.show()};
for(const id of ['o-a','o-b'])$(id).addEventListener('change',self.show);
for(const v of document.querySelectorAll('.views button'))v.addEventListener('click',()=>look(+v.dataset.r));
const ask=location.hash.match(/^#z(\d+)(?:e(\d+))?$/);if(ask){turn=Math.min(last,+ask[1]);eyes=Math.min(D.seen.length,+(ask[2]||0))}
addEventListener('resize',self.show);self.show();
}
